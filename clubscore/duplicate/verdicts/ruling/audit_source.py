"""Audit entries about rulings, groups and penalties. Those about a board appear when play is over, as results do."""

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Description, Kind, Source
from clubscore.duplicate.models import BoardGroup, Penalty, PenaltyLift, Ruling, Session
from clubscore.duplicate.outcomes.outcome_words import outcome_in_words
from clubscore.duplicate.outcomes.rulings import outcome_of


def ruling_made(ruling: Ruling) -> Description:
    outcome = outcome_of(ruling)
    words = _("withdrew the ruling on board %(board)s at table %(table)s of %(session)s")
    if outcome:
        words = _("ruled on board %(board)s at table %(table)s of %(session)s: %(outcome)s")
    return Description(
        action=f"session.ruling-{ruling.kind.replace('_', '-')}",
        words=words % {**_where(ruling), "outcome": outcome_in_words(outcome) if outcome else ""},
        object="session",
        object_id=ruling.session_id,
        link=reverse("duplicate:traveller", args=[ruling.session_id, ruling.board]),
        reason=ruling.text,
        after={
            "law": ruling.law,
            "round": ruling.round,
            "correction_period": ruling.period,
            "approved_by": ruling.approved_by.name if ruling.approved_by else "",
        },
        from_version=ruling.version - 1 or None,
        to_version=ruling.version,
    )


def board_grouped(row: BoardGroup) -> Description:
    words = _("put board %(board)s at table %(table)s of %(session)s to those with the first cards")
    if row.group:
        words = _("put board %(board)s at table %(table)s of %(session)s to those with other cards, group %(group)s")
    return Description(
        action="session.board-grouped",
        words=words % {**_where(row), "group": row.group},
        object="session",
        object_id=row.session_id,
        link=reverse("duplicate:traveller", args=[row.session_id, row.board]),
        reason=row.reason,
        after={"group": row.group, "round": row.round, "law": "87"},
        from_version=row.version - 1 or None,
        to_version=row.version,
    )


def _where(row: Ruling | BoardGroup) -> dict[str, object]:
    return {"board": row.board, "table": f"{row.section}{row.table}", "session": row.session.name}


def penalty_given(penalty: Penalty) -> Description:
    words = _("took points off number %(number)s of %(session)s: %(penalty)s, Law %(law)s")
    return _penalty(penalty, "given", words, penalty.reason)


def penalty_lifted(lift: PenaltyLift) -> Description:
    words = _("gave back the penalty of number %(number)s of %(session)s: %(penalty)s, Law %(law)s")
    return _penalty(lift.penalty, "lifted", words, lift.reason)


def _penalty(penalty: Penalty, act: str, words: str, reason: str) -> Description:
    """The entry of an act; `words` have places for the number, the session, the penalty and the law."""
    number, session = penalty.entry.number, penalty.session.name
    return Description(
        action=f"session.penalty-{act}",
        words=words % {"number": number, "session": session, "penalty": penalty.words, "law": penalty.law},
        object="session",
        object_id=penalty.session_id,
        link=reverse("duplicate:ranking", args=[penalty.session_id]),
        reason=reason,
        after={"amount": penalty.hundredths / 100, "unit": penalty.unit, "law": penalty.law},
    )


SOURCES = (
    Source(
        name="ruling",
        kind=Kind.DUPLICATE,
        rows=lambda: Ruling.objects.filter(session__in=Session.objects.exclude(ended_at=None)).prefetch_related(
            "parts"
        ),
        at="ruled_at",
        by="ruled_by",
        describe=ruling_made,
        select_related=("session", "section__session", "approved_by"),
    ),
    Source(
        name="board grouped",
        kind=Kind.DUPLICATE,
        rows=lambda: BoardGroup.objects.filter(session__in=Session.objects.exclude(ended_at=None)),
        at="grouped_at",
        by="grouped_by",
        describe=board_grouped,
        select_related=("session", "section__session"),
    ),
    Source(
        name="penalty",
        kind=Kind.DUPLICATE,
        rows=Penalty.objects.all,
        at="given_at",
        by="given_by",
        describe=penalty_given,
        select_related=("session", "entry__section"),
    ),
    Source(
        name="penalty lifted",
        kind=Kind.DUPLICATE,
        rows=PenaltyLift.objects.all,
        at="lifted_at",
        by="lifted_by",
        describe=penalty_lifted,
        select_related=("penalty__session", "penalty__entry__section"),
    ),
)
