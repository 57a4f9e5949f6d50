"""The template context of the page with the appeals of a ruling."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.dateformat import format as formatted
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from clubscore.duplicate.models import Appeal
from clubscore.duplicate.outcomes.desk import BoardDesk
from clubscore.duplicate.outcomes.outcome_words import outcome_in_words
from clubscore.duplicate.outcomes.rulings import SlotRuling
from clubscore.duplicate.results.terms.forms import length_in_words
from clubscore.duplicate.results.terms.queries import periods_of
from clubscore.duplicate.session.lineup import LINES
from clubscore.duplicate.verdicts.appealing.forms import AppealDecisionForm, AppealForm
from clubscore.duplicate.verdicts.appealing.hearers import (
    hearers_in_words,
    persons_who_ruled,
)
from clubscore.duplicate.verdicts.appealing.queries import (
    appeals_at,
    appeals_end_at,
    is_replaced,
    later_rulings,
)


@dataclass(frozen=True, slots=True)
class ShownAppeal:
    """An appeal as the page shows it, and what the viewer may do about it."""

    row: Appeal
    may_agree: bool
    may_note: bool
    """True if the viewer is a director, who may note that both of the pair have agreed aloud."""
    may_withdraw: bool
    may_decide: bool
    may_uphold: bool
    """True if the viewer may decide that the ruling stands: no other ruling is in force since."""
    heard_by: str
    """A sentence that names who may hear the appeal, while it waits and the viewer does not hear it; else empty."""
    has_other: bool
    """True if the viewer may decide the appeal and made the newer ruling that may replace the appealed one.

    The newer ruling is the newest on the board, and was made after the appealed ruling.
    """

    @property
    def side(self) -> str:
        """The side that appealed, such as `East–West`."""
        return str(LINES[self.row.side])

    @property
    def made_in_words(self) -> str:
        """The player who appealed, the time, and the partner's agreement: `Anna, 25 Nov, 20:15; both agree, Ben`."""
        row = self.row
        made = {"name": row.made_by.name, "time": _moment(row.made_at)}
        if row.agreed_by is None and not row.decision:
            words = _(
                "%(name)s, %(time)s; it is heard once both of the pair agree (Law 92D)"
            )
            return words % made
        if row.agreed_by and row.agreed_by != row.made_by:
            words = _("%(name)s, %(time)s; both agree, %(partner)s")
            return words % (made | {"partner": row.agreed_by.name})
        return ", ".join(made.values())

    @property
    def decided_in_words(self) -> str:
        """The director who decided, the director's role and the time, such as `Ida, reviewer, 25 Nov, 20:15`."""
        row = self.row
        assert row.decided_by and row.decided_at
        parts = [row.decided_by.name]
        if row.heard_as:
            parts.append(row.get_heard_as_display())
        parts.append(_moment(row.decided_at))
        return ", ".join(parts)


def appeal_context(
    desk: BoardDesk,
    now: datetime,
    *,
    form: AppealForm,
    decision_form: AppealDecisionForm,
) -> dict[str, object]:
    """The context of the page with the appeals of a ruling.

    It has the ruling in force, the appeals of this ruling and of its earlier versions, and the form with which the
    viewer may appeal.
    """
    session = desk.session
    side = desk.side
    ruled = desk.results.rulings.get(desk.slot)
    ruling = ruled.ruling if ruled else None
    rows = appeals_at(desk.at)
    has_appealed = ruling is not None and any(
        row.ruling_id == ruling.pk and row.side == side and not _is_withdrawn(row)
        for row in rows
    )
    ends_at = appeals_end_at(session, ruling)
    in_time = ends_at is None or now <= ends_at
    return {
        "session": session,
        "at": desk.at,
        "slot": desk.slot,
        "ruled": ruled,
        "ruled_words": _ruled_words(desk, ruled),
        "appeals": [_shown(desk, row) for row in rows],
        "directs": desk.may_rule,
        "may_appeal": bool(ruled and side and in_time and not has_appealed),
        "has_appealed": has_appealed,
        "in_time": in_time,
        "ends_at": ends_at,
        "length": length_in_words(periods_of(session).appeal_minutes),
        "form": form,
        "decision_form": decision_form,
    }


def _is_withdrawn(appeal: Appeal) -> bool:
    return appeal.decision == Appeal.Decision.WITHDRAWN


def _ruled_words(desk: BoardDesk, ruled: SlotRuling | None) -> str:
    """The ruling in force in words; empty if there is none."""
    if ruled is None:
        return ""
    return outcome_in_words(ruled.outcome, desk.at.names, only=ruled.only)


def _moment(moment: datetime) -> str:
    """A moment in local time, such as `25 Nov, 20:15`."""
    return formatted(localtime(moment), _("j M, H:i"))


def _shown(desk: BoardDesk, row: Appeal) -> ShownAppeal:
    """A ShownAppeal of an appeal of the board: the appeal, and what the viewer may do about it."""
    viewer = desk.by.person_id
    is_open = row.decision == ""
    is_own = is_open and desk.side == row.side
    is_to_agree = is_open and row.agreed_by is None
    ruled = persons_who_ruled(row.ruling)
    may_decide = is_open and desk.may_rule and viewer not in ruled
    newest, stands = None, True
    if may_decide:
        newest = later_rulings(row).select_related("ruled_by").first()
        stands = not is_replaced(row)
    heard_by = ""
    if is_open and row.agreed_by and not may_decide:
        heard_by = hearers_in_words(desk.at, row.ruling)
    return ShownAppeal(
        row,
        may_agree=is_own and is_to_agree and viewer != row.made_by.person_id,
        may_note=is_to_agree and desk.may_rule,
        may_withdraw=is_own,
        may_decide=may_decide and row.agreed_by is not None,
        may_uphold=stands,
        heard_by=heard_by,
        has_other=newest is not None and newest.ruled_by.person_id == viewer,
    )
