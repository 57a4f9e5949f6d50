"""Template context of the page of a ruling's appeals."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.dateformat import format as formatted
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from clubscore.duplicate.models import Appeal
from clubscore.duplicate.outcomes.desk import BoardDesk
from clubscore.duplicate.outcomes.outcome_words import outcome_in_words
from clubscore.duplicate.results.publishing.forms import length_in_words
from clubscore.duplicate.verdicts.appealing.forms import AppealDecisionForm, AppealForm
from clubscore.duplicate.verdicts.appealing.queries import (
    appeals_at,
    appeals_end_at,
    later_rulings,
)


@dataclass(frozen=True, slots=True)
class Shown:
    """An appeal as the page shows it."""

    row: Appeal
    may_agree: bool
    may_note: bool
    """Whoever directs notes that both have said so."""
    may_withdraw: bool
    may_decide: bool
    has_other: bool
    """Whether the viewer has ruled anew since then."""

    @property
    def made_in_words(self) -> str:
        """`Anna, 25 Nov, 20:15; both agree, Ben`: who has appealed and when, and whether both of the pair agree."""
        row = self.row
        made = {"name": row.made_by.name, "time": _moment(row.made_at)}
        if row.agreed_by is None:
            return (
                _(
                    "%(name)s, %(time)s; it is heard once both of the pair agree (Law 92D)"
                )
                % made
            )
        if row.agreed_by != row.made_by:
            return _("%(name)s, %(time)s; both agree, %(partner)s") % (
                made | {"partner": row.agreed_by.name}
            )
        return ", ".join(made.values())

    @property
    def decided_in_words(self) -> str:
        """`Ida, reviewer, 25 Nov, 20:15`: who has decided, in which role, and when."""
        row = self.row
        assert row.decided_by and row.decided_at
        parts = [
            row.decided_by.name,
            row.get_heard_as_display() if row.heard_as else "",
            _moment(row.decided_at),
        ]
        return ", ".join(filter(None, parts))


def appeal_context(
    desk: BoardDesk,
    now: datetime,
    *,
    form: AppealForm,
    decision_form: AppealDecisionForm,
) -> dict[str, object]:
    """The ruling in force, its appeals, and the form to appeal it."""
    session, side, at = desk.session, desk.side, desk.at
    found = desk.results.rulings.get(desk.slot)
    appeals = [_shown(desk, row) for row in appeals_at(at)]
    has_appealed = found and any(
        appeal.row.ruling_id == found.ruling.pk and appeal.row.side == side
        for appeal in appeals
    )
    ruling = found.ruling if found else None
    ends_at = appeals_end_at(session, ruling)
    in_time = ends_at is None or now <= ends_at
    return {
        "session": session,
        "at": at,
        "slot": at.slot,
        "ruled": found,
        "ruled_words": outcome_in_words(found.outcome, at.names) if found else "",
        "appeals": appeals,
        "directs": desk.may_rule,
        "may_appeal": bool(found and side and in_time and not has_appealed),
        "in_time": in_time,
        "ends_at": ends_at,
        "length": length_in_words(session.appeal_minutes),
        "form": form,
        "decision_form": decision_form,
    }


def _moment(at: datetime) -> str:
    """`25 Nov, 20:15`."""
    return formatted(localtime(at), _("j M, H:i"))


def _shown(desk: BoardDesk, row: Appeal) -> Shown:
    is_open = row.decision == ""
    is_own = desk.side == row.side
    may_decide = (
        is_open and desk.may_rule and desk.by.person_id != row.ruling.ruled_by.person_id
    )
    newest = (
        later_rulings(row).select_related("ruled_by").first() if may_decide else None
    )
    return Shown(
        row,
        may_agree=is_open
        and is_own
        and row.agreed_by is None
        and desk.by.person_id != row.made_by.person_id,
        may_note=is_open and desk.may_rule and row.agreed_by is None,
        may_withdraw=is_open and is_own,
        may_decide=may_decide and row.agreed_by is not None,
        has_other=newest is not None and newest.ruled_by.person_id == desk.by.person_id,
    )
