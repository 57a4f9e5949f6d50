"""Audit entries about corrections after play: asked for, answered, decided, approved."""

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Description, described
from clubscore.contracts.models import columns_of
from clubscore.duplicate.audit_source import SESSION
from clubscore.duplicate.models import Correction, TakenBackAnswer
from clubscore.languages.spoken import told
from scoring.words import deal_in_words

_JOINED = ("play__section",)


@described(
    Correction,
    "session.correction-asked",
    SESSION,
    at="asked_at",
    by="asked_by",
    select_related=_JOINED,
)
def correction_asked(row: Correction) -> Description:
    words = _(
        "asked for a correction of board %(board)s at table %(table)s of %(session)s: %(deal)s"
    )
    return _described(row, words, row.why)


@described(
    Correction,
    "session.correction",
    SESSION,
    at="answered_at",
    by="answered_by",
    select_related=_JOINED,
)
def correction_answered(row: Correction) -> Description:
    return _answered(row, row.answer)


@described(
    TakenBackAnswer,
    "session.correction",
    SESSION,
    path="correction__session",
    at="answered_at",
    by="answered_by",
    select_related=("correction__play__section",),
)
def correction_answered_first(earlier: TakenBackAnswer) -> Description:
    return _answered(earlier.correction, earlier.answer)


@described(
    TakenBackAnswer,
    "session.correction",
    SESSION,
    path="correction__session",
    at="taken_back_at",
    by="taken_back_by",
    select_related=("correction__play__section",),
)
def correction_answer_taken_back(earlier: TakenBackAnswer) -> Description:
    words = _(
        "took back the answer to a correction of board %(board)s at table %(table)s of %(session)s"
    )
    return _described(earlier.correction, words, act="answer-taken-back")


@described(
    Correction,
    "session.correction",
    SESSION,
    at="decided_at",
    by="decided_by",
    select_related=_JOINED,
)
def correction_decided(row: Correction) -> Description:
    act = "proposed" if row.late else row.decision
    words = {
        "proposed": _(
            "proposed a correction of board %(board)s at table %(table)s of %(session)s by Law %(law)s"
        ),
        "corrected": _(
            "corrected board %(board)s at table %(table)s of %(session)s by Law %(law)s"
        ),
        "declined": _(
            "declined a correction of board %(board)s at table %(table)s of %(session)s"
        ),
        "withdrawn": _(
            "withdrew a correction of board %(board)s at table %(table)s of %(session)s"
        ),
    }[act]
    return _described(row, words, row.decided_for, act)


@described(
    Correction,
    "session.correction",
    SESSION,
    at="second_at",
    by="second_by",
    select_related=_JOINED,
)
def correction_approved(row: Correction) -> Description:
    act = "not-approved"
    words = _(
        "did not approve a correction of board %(board)s at table %(table)s of %(session)s by Law %(law)s"
    )
    if row.decision == Correction.Decision.CORRECTED:
        act = "approved"
        words = _(
            "approved a correction of board %(board)s at table %(table)s of %(session)s by Law %(law)s"
        )
    return _described(row, words, row.second_for or row.regulation, act)


def _answered(row: Correction, answer: str) -> Description:
    """The audit entry about an answer to a correction, a value of Correction.Answer."""
    words = _(
        "refused a correction of board %(board)s at table %(table)s of %(session)s"
    )
    if answer == Correction.Answer.CONFIRMED:
        words = _(
            "confirmed a correction of board %(board)s at table %(table)s of %(session)s"
        )
    return _described(row, words, act=answer)


def _described(
    row: Correction, words: str, reason: str = "", act: str = "asked"
) -> Description:
    """The audit entry about an act on a correction.

    `words` is a sentence with the placeholders board, table, session, deal and law, `reason` the reason of the member
    who acted, and `act` the last part of the name of the act in the audit log.
    """
    play = row.play
    values = {
        "board": play.board,
        "table": f"{play.section}{play.table}",
        "session": row.session.name,
        "deal": told(deal_in_words(row.facts)),
        "law": row.clause,
    }
    return Description(
        words % values,
        f"session.correction-{act}",
        link=reverse("duplicate:correction", args=[row.session_id, play.slot]),
        reason=reason,
        before=columns_of(play.facts),
        after=columns_of(row.facts),
        from_version=play.version,
    )
