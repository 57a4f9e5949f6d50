"""What is open when results are published is closed by nobody, and each of it is named (Law 79B)."""

from collections.abc import Iterator

from django.db.models import Q

from clubscore.duplicate.models import (
    Appeal,
    Call,
    Correction,
    Place,
    Play,
    PlayProposal,
    PlaySignature,
    Publication,
    Session,
)
from tests.duplicate.stateful import newest

Thing = tuple[str, int]
"""The kind of an open thing, as a publication names it, and its id."""


def open_things(session: Session) -> set[Thing]:
    """The results, calls, corrections and appeals that wait for somebody now, and agreements that were taken back."""
    ruled = newest.ruled_slots(session)
    found = {("agreement", row.pk) for row in _taken_back(session)}
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


def _taken_back(session: Session) -> Iterator[PlaySignature]:
    """Yield the newest agreement of each player who no longer agrees to a result that nobody has decided since."""
    ruled = newest.ruled_slots(session)
    for slot, play in newest.plays(session).items():
        has_two_results = play.proposals.filter(answer="").exists()
        if slot in ruled or has_two_results or _is_checked(play):
            continue
        agreed = play.signatures.filter(taken_back_at=None)
        rows = play.signatures.exclude(taken_back_at=None).order_by("pk")
        gone = {row.member_id: row for row in rows}
        for member in agreed.values_list("member_id", flat=True):
            gone.pop(member, None)
        yield from gone.values()


def _is_checked(play: Play) -> bool:
    """True if somebody who did not sit at the table agrees to the result: only whoever directs can."""
    numbers = (play.north, play.south, play.east, play.west)
    played = Place.objects.filter(
        Q(to_round=None) | Q(to_round__gte=play.round),
        session=play.session,
        entry__number__in=numbers,
        from_round__lte=play.round,
    )
    players = played.values_list("member_id", flat=True)
    agreed = play.signatures.filter(taken_back_at=None)
    return agreed.exclude(member__in=players).exists()


def nothing_open_is_taken_in_silence(
    publication: Publication, before: set[Thing]
) -> None:
    """Assert that a publication has closed nothing, and names everything that was open."""
    assert open_things(publication.session) == before
    named = publication.open_boards.values_list("matter", "source")
    assert set(named) == before
