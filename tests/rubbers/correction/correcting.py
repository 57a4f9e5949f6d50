"""Helpers for tests of corrections: propose by quick notation, vote by seats, and list the deals as lines."""

from uuid import uuid4

from clubscore.rubbers.correction.services import cast, propose
from clubscore.rubbers.models import Proposal, Rubber
from clubscore.rubbers.rubber.loading import load
from scoring import SYSTEMS, Seat, parse_deal
from tests.factories import NOON

N, E, S, W = Seat


def correct(
    rubber: Rubber,
    number: int,
    line: str,
    *,
    by: Seat = N,
    error: str = "agreement",
    later: str = "",
) -> Proposal:
    """Propose the result `line` for a deal.

    If its tricks differ, the proposal says by default that they were agreed wrongly.
    """
    return _proposed(
        rubber,
        number,
        parse_deal(line, royals=SYSTEMS[rubber.system].royals),
        by,
        error=error,
        later=later,
    )


def strike(rubber: Rubber, number: int, *, by: Seat = N) -> Proposal:
    """Propose to strike out a deal because its pack was bad."""
    return _proposed(rubber, number, None, by, reason="Two queens of hearts")


def _proposed(rubber, number, facts, by, **further) -> Proposal:
    state = load(rubber.pk)
    return propose(
        state=state,
        base=state.deal(number),
        facts=facts,
        key=uuid4(),
        by=rubber.players[by],
        now=NOON,
        **further,
    )


def vote(proposal: Proposal, *seats: Seat, is_yes: bool = True) -> None:
    """Cast the vote of each of these seats in turn, then reload the proposal and its rubber."""
    for seat in seats:
        player = proposal.rubber.players[seat]
        cast(
            state=load(proposal.rubber_id),
            proposal=proposal,
            is_yes=is_yes,
            by=player,
            now=NOON,
        )
    proposal.refresh_from_db()
    proposal.rubber.refresh_from_db()


def lines(rubber: Rubber) -> list[str]:
    """The deals of the rubber's sheet in quick notation."""
    return [str(deal.deal) for deal in load(rubber.pk).sheet.deals]
