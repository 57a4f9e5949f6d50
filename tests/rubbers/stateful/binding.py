"""Whom a signature binds, worked out from the rows: one by table PIN binds guests alone.

Everything here is as it would be now; nothing asks the code under test.
"""

from collections.abc import Mapping

from clubscore.members.models import Member
from clubscore.rubbers.models import NotThere, Rubber
from scoring import Seat

WAYS = ("tapped", "pin", "tapped", "table-pin")
TABLE_PIN = "table-pin"
Votes = Mapping[int, tuple[bool, str]]
"""The newest vote of each who has voted, by person's id: yes or no, and how."""


def guests() -> set[int]:
    return set(Member.objects.filter(is_guest=True).values_list("pk", flat=True))


def is_a_side_of_guests(seats: Mapping[Seat, int], person: int) -> bool:
    """Whether the person sits on a side without a member."""
    side = next(seat.side for seat, pk in seats.items() if pk == person)
    return {seats[seat] for seat in side.seats} <= guests()


def binds_a_net_score(
    rubber: Rubber, seats: Mapping[Seat, int], person: int, how: str
) -> bool:
    """One for all four by itself, where all four sign; else for both of the side."""
    if how != TABLE_PIN or person not in seats.values():
        return how != TABLE_PIN
    return (
        person in guests()
        if rubber.agreed_by == Rubber.AgreedBy.ALL
        else is_a_side_of_guests(seats, person)
    )


def counts(seats: Mapping[Seat, int], votes: Votes, person: int) -> bool:
    """Whether this person's vote counts beside the others: a guest beside a member follows the member."""
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
    """Whether one of the four says not to be there."""
    said = NotThere.objects.filter(rubber=rubber, closed_at=None).values_list(
        "member_id", flat=True
    )
    return any(persons.get(pk, pk) in seats.values() for pk in said)
