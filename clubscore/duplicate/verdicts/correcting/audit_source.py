"""Audit entries about corrections after play: asked for, answered, decided, approved."""

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Description, Kind, Source
from clubscore.contracts.models import columns_of
from clubscore.duplicate.models import Correction
from clubscore.languages.spoken import told
from scoring.words import deal_in_words


def asked(row: Correction) -> Description:
    words = _("asked for a correction of board %(board)s at table %(table)s of %(session)s: %(deal)s")
    return _described(row, "asked", words, row.why)


def answered(row: Correction) -> Description:
    words = _("refused a correction of board %(board)s at table %(table)s of %(session)s")
    if row.answer == Correction.Answer.CONFIRMED:
        words = _("confirmed a correction of board %(board)s at table %(table)s of %(session)s")
    return _described(row, row.answer, words)


def decided(row: Correction) -> Description:
    act = "proposed" if row.late else row.decision
    words = {
        "proposed": _("proposed a correction of board %(board)s at table %(table)s of %(session)s by Law %(law)s"),
        "corrected": _("corrected board %(board)s at table %(table)s of %(session)s by Law %(law)s"),
        "declined": _("declined a correction of board %(board)s at table %(table)s of %(session)s"),
        "withdrawn": _("withdrew a correction of board %(board)s at table %(table)s of %(session)s"),
    }[act]
    return _described(row, act, words, row.decided_for)


def approved(row: Correction) -> Description:
    act = "not-approved"
    words = _("did not approve a correction of board %(board)s at table %(table)s of %(session)s by Law %(law)s")
    if row.decision == Correction.Decision.CORRECTED:
        act = "approved"
        words = _("approved a correction of board %(board)s at table %(table)s of %(session)s by Law %(law)s")
    return _described(row, act, words, row.second_for or row.regulation)


def _described(row: Correction, act: str, words: str, reason: str = "") -> Description:
    """The entry of an act; `words` have places for the board, its table and session, the deal and the law."""
    play = row.play
    asked = {
        "board": play.board,
        "table": f"{play.section}{play.table}",
        "session": row.session.name,
        "deal": told(deal_in_words(row.facts)),
        "law": row.clause,
    }
    return Description(
        action=f"session.correction-{act}",
        words=words % asked,
        object="session",
        object_id=row.session_id,
        link=reverse("duplicate:correction", args=[row.session_id, play.slot]),
        reason=reason,
        before=columns_of(play.facts),
        after=columns_of(row.facts),
        from_version=play.version,
    )


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
