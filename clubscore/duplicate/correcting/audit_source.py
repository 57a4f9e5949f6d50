"""Audit entries about corrections after play: asked for, answered, decided, approved."""

from django.urls import reverse

from clubscore.audit import Description, Kind, Source
from clubscore.contracts.models import columns_of
from clubscore.duplicate.models import Correction
from scoring.words import deal_in_words


def asked(row: Correction) -> Description:
    return _described(row, "asked", f"asked for a correction of {_board(row)}: {deal_in_words(row.facts)}", row.why)


def answered(row: Correction) -> Description:
    return _described(row, row.answer, f"{row.answer} a correction of {_board(row)}")


def decided(row: Correction) -> Description:
    act = "proposed" if row.late else row.decision
    clause = f" by Law {row.clause}" if row.clause else ""
    return _described(row, act, f"{act} a correction of {_board(row)}{clause}", row.decided_for)


def approved(row: Correction) -> Description:
    act = "approved" if row.decision == Correction.Decision.CORRECTED else "not-approved"
    words = f"{act.replace('-', ' ')} a correction of {_board(row)} by Law {row.clause}"
    return _described(row, act, words, row.second_for or row.regulation)


def _described(row: Correction, act: str, words: str, reason: str = "") -> Description:
    play = row.play
    return Description(
        action=f"session.correction-{act}",
        words=words,
        object="session",
        object_id=row.session_id,
        link=reverse(
            "duplicate:correction", args=[row.session_id, play.round, play.section.letter, play.table, play.board]
        ),
        reason=reason,
        before=columns_of(play.facts),
        after=columns_of(row.facts),
        from_version=play.version,
    )


def _board(row: Correction) -> str:
    play = row.play
    return f"board {play.board} at table {play.section}{play.table} of {row.session.name}"


_OF = ("session", "play__section")

SOURCES = (
    Source(
        name="correction asked",
        kind=Kind.DUPLICATE,
        rows=Correction.objects.all,
        at="asked_at",
        by="asked_by",
        describe=asked,
        select_related=_OF,
    ),
    Source(
        name="correction answered",
        kind=Kind.DUPLICATE,
        rows=lambda: Correction.objects.exclude(answer=""),
        at="answered_at",
        by="answered_by",
        describe=answered,
        select_related=_OF,
    ),
    Source(
        name="correction decided",
        kind=Kind.DUPLICATE,
        rows=lambda: Correction.objects.exclude(decision=""),
        at="decided_at",
        by="decided_by",
        describe=decided,
        select_related=_OF,
    ),
    Source(
        name="correction approved",
        kind=Kind.DUPLICATE,
        rows=lambda: Correction.objects.exclude(second_by=None),
        at="second_at",
        by="second_by",
        describe=approved,
        select_related=_OF,
    ),
)
