"""Audit entries about rulings, groups and penalties. Entries about a board appear only when play is over."""

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Description, Subject, SubjectKind, described
from clubscore.duplicate.audit_source import IS_OVER, SESSION
from clubscore.duplicate.models import BoardGroup, Penalty, PenaltyLift, Ruling
from clubscore.duplicate.outcomes.outcome_words import outcome_in_words
from clubscore.duplicate.outcomes.rulings import outcome_of

RANKING = Subject(
    SubjectKind.DUPLICATE,
    "session",
    lambda session: reverse("duplicate:ranking", args=[session.pk]),
)


@described(
    Ruling,
    "session.ruling",
    SESSION,
    at="ruled_at",
    by="ruled_by",
    where=IS_OVER,
    select_related=("section__session", "approved_by"),
    prefetch_related=("parts",),
)
def ruling_made(ruling: Ruling) -> Description:
    outcome = outcome_of(ruling)
    words = _(
        "withdrew the ruling on board %(board)s at table %(table)s of %(session)s"
    )
    if outcome:
        words = _(
            "ruled on board %(board)s at table %(table)s of %(session)s: %(outcome)s"
        )
    values = _where(ruling)
    if outcome:
        values["outcome"] = outcome_in_words(outcome)
    approved_by = ruling.approved_by.name if ruling.approved_by else ""
    return Description(
        words % values,
        f"session.ruling-{ruling.kind.replace('_', '-')}",
        link=_board(ruling),
        reason=ruling.text,
        after={
            "law": ruling.law,
            "round": ruling.round,
            "correction_period": ruling.period,
            "approved_by": approved_by,
        },
        from_version=ruling.version - 1 or None,
        to_version=ruling.version,
    )


@described(
    BoardGroup,
    "session.board-grouped",
    SESSION,
    at="grouped_at",
    by="grouped_by",
    where=IS_OVER,
    select_related=("section__session",),
)
def board_grouped(row: BoardGroup) -> Description:
    words = _(
        "put board %(board)s at table %(table)s of %(session)s to those with the first cards"
    )
    if row.group:
        words = _(
            "put board %(board)s at table %(table)s of %(session)s to those with other cards, group %(group)s"
        )
    return Description(
        words % {**_where(row), "group": row.group},
        link=_board(row),
        reason=row.reason,
        after={"group": row.group, "round": row.round, "law": "87"},
        from_version=row.version - 1 or None,
        to_version=row.version,
    )


def _where(row: Ruling | BoardGroup) -> dict[str, object]:
    return {
        "board": row.board,
        "table": f"{row.section}{row.table}",
        "session": row.session.name,
    }


def _board(row: Ruling | BoardGroup) -> str:
    return reverse("duplicate:traveller", args=[row.session_id, row.board])


@described(
    Penalty,
    "session.penalty-given",
    RANKING,
    at="given_at",
    by="given_by",
    select_related=("entry__section",),
)
def penalty_given(penalty: Penalty) -> Description:
    words = _(
        "took points off number %(number)s of %(session)s: %(penalty)s, Law %(law)s"
    )
    return _penalty(penalty, words, penalty.reason)


@described(
    PenaltyLift,
    "session.penalty-lifted",
    RANKING,
    path="penalty__session",
    at="lifted_at",
    by="lifted_by",
    select_related=("penalty__entry__section",),
)
def penalty_lifted(lift: PenaltyLift) -> Description:
    words = _(
        "gave back the penalty of number %(number)s of %(session)s: %(penalty)s, Law %(law)s"
    )
    return _penalty(lift.penalty, words, lift.reason)


def _penalty(penalty: Penalty, words: str, reason: str) -> Description:
    """The audit entry about a penalty that a director gave or lifted, for the given reason.

    `words` is a sentence with the placeholders number, session, penalty and law.
    """
    values = {
        "number": penalty.entry.number,
        "session": penalty.session.name,
        "penalty": penalty.words,
        "law": penalty.law,
    }
    after = {
        "amount": penalty.hundredths / 100,
        "unit": penalty.unit,
        "law": penalty.law,
    }
    return Description(words % values, reason=reason, after=after)
