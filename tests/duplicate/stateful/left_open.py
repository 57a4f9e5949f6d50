"""What is open when results are published is closed by nobody, and each of it is named (Law 79B)."""

from clubscore.duplicate.models import (
    Appeal,
    Call,
    Correction,
    PlayProposal,
    Publication,
    Session,
)
from tests.duplicate.stateful.newest import ruled_slots

Thing = tuple[str, int]
"""The kind of an open thing, as a publication names it, and its id."""


def open_things(session: Session) -> set[Thing]:
    """The results, calls, corrections and appeals that wait for somebody now."""
    ruled = ruled_slots(session)
    found = set()
    proposals = PlayProposal.objects.filter(answer="", session=session)
    for proposal in proposals.select_related("play__section"):
        if proposal.play.slot not in ruled:
            found.add(("results", proposal.pk))
    waiting = {
        "call": Call.objects.filter(answered_at=None),
        "correction": Correction.objects.filter(decision__in=["", "proposed"]),
        "appeal": Appeal.objects.filter(decision=""),
    }
    for kind, rows in waiting.items():
        for pk in rows.filter(session=session).values_list("pk", flat=True):
            found.add((kind, pk))
    return found


def nothing_open_is_taken_in_silence(
    publication: Publication, before: set[Thing]
) -> None:
    """Assert that a publication has closed nothing, and names everything that was open."""
    assert open_things(publication.session) == before
    named = publication.open_boards.values_list("matter", "source")
    assert set(named) == before
