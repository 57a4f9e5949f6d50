"""The players whom a signature binds, worked out from the rows; a signature by table PIN binds only guests.

Everything here is worked out as of now, and nothing calls the code under test.
"""

from collections.abc import Mapping

from clubscore.members.models import Member
from clubscore.rubbers.models import NotThere, Rubber
from scoring import Seat

WAYS = ("tapped", "pin", "tapped", "table-pin")
TABLE_PIN = "table-pin"
Votes = Mapping[int, tuple[bool, str]]
"""The newest vote of each voter, by the person's id: True for yes, and the method of signing."""


def guests() -> set[int]:
    return set(Member.objects.filter(is_guest=True).values_list("pk", flat=True))


def is_a_side_of_guests(seats: Mapping[Seat, int], person: int) -> bool:
    """True if both players of this person's side are guests."""
    side = next(seat.side for seat, pk in seats.items() if pk == person)
    return {seats[seat] for seat in side.seats} <= guests()


def binds_a_net_score(
    rubber: Rubber, seats: Mapping[Seat, int], person: int, how: str
) -> bool:
    """True if a signature by this person, given by the method `how`, binds anybody.

    A signature by table PIN binds a guest alone if all four must sign, and otherwise only a side of two guests.
    """
    if how != TABLE_PIN or person not in seats.values():
        return how != TABLE_PIN
    return (
        person in guests()
        if rubber.agreed_by == Rubber.AgreedBy.ALL
        else is_a_side_of_guests(seats, person)
    )


def counts(seats: Mapping[Seat, int], votes: Votes, person: int) -> bool:
    """True if this person's vote counts.

    By table PIN, a guest beside a member counts only together with that member's vote.
    """
    is_yes, how = votes[person]
    if how != TABLE_PIN or is_a_side_of_guests(seats, person):
        return True
    seat = next(seat for seat, pk in seats.items() if pk == person)
    partner = votes.get(seats[seat.partner])
    return (
        person in guests()
        and partner is not None
        and partner[1] != TABLE_PIN
        and partner[0] == is_yes
    )


def is_anybody_absent(
    rubber: Rubber, seats: Mapping[Seat, int], persons: Mapping[int, int]
) -> bool:
    """True if one of the four players says that he or she was not there."""
    said = NotThere.objects.filter(rubber=rubber, closed_at=None).values_list(
        "member_id", flat=True
    )
    return any(persons.get(pk, pk) in seats.values() for pk in said)
