"""Rubbers with blind books, and entries in them, for the tests of several rooms."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID, uuid4

from clubscore.members.models import Member
from clubscore.rubbers.agreement.blind_books import InBook, enter_blind
from clubscore.rubbers.agreement.two_books import DealEntered
from clubscore.rubbers.models import HouseRules, Rubber
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, parse_deal
from tests.factories import NOON, rubber_in_play


def blind_rubber(players: Mapping[Seat, Member] | None = None, **options) -> Rubber:
    """Start a rubber while the club plays with blind books."""
    HouseRules.objects.update_or_create(pk=1, defaults={"has_blind_books": True})
    return rubber_in_play(players, **options)


def write(
    rubber: Rubber,
    line: str,
    by: Seat | Member,
    *,
    number: int | None = None,
    key: UUID | None = None,
    seen_revision: int | None = None,
    now: datetime = NOON,
    **signs,
) -> DealEntered | InBook:
    """Let a player write the next deal, by default with a form of the sheet as it is now."""
    state = load(rubber.pk)
    if seen_revision is None:
        seen_revision = state.rubber.revision
    if isinstance(by, Seat):
        by = state.players[by]
    return enter_blind(
        state=state,
        facts=parse_deal(line),
        key=key or uuid4(),
        by=by,
        number=number or state.next_number,
        seen_revision=seen_revision,
        now=now,
        **signs,
    )
