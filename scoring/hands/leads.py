"""Leads and declarers that contradict the cards: the lead comes from the hand to the left of declarer."""

from scoring.hands.cards import Card
from scoring.hands.layout import Layout
from scoring.values import Seat


def contradiction(layout: Layout, declarer: Seat, lead: Card) -> str:
    """A sentence about a lead that the leader does not hold, or "" where cards and facts agree.

    It says what would be right: another lead, or the declarer whom the lead fits.
    """
    leader, holder = declarer.next, layout.holder(lead)
    if holder is leader:
        return ""
    fits = holder.next.next.next
    return (
        f"{leader.word} led against {declarer.word}, but {lead} is in {holder.word}’s hand: "
        f"another card was led, or {fits.word} was declarer."
    )
