"""Leads and declarers that contradict the cards: the lead comes from the hand to the left of declarer."""

from scoring.hands.cards import Card
from scoring.hands.layout import Layout
from scoring.said import said
from scoring.values import Seat


def contradiction(layout: Layout, declarer: Seat, lead: Card) -> str:
    """The sentence that says that the leader does not hold the card that was led; empty if the leader holds it.

    The sentence names two corrections: another lead, or the declarer to whose left the card is held.
    """
    leader = declarer.next
    holder = layout.holder(lead)
    if holder is leader:
        return ""

    fits = holder.next.next.next
    return said(
        "{leader} led against {declarer}, but {lead} is in {holder}’s hand: "
        "another card was led, or {fits} was declarer.",
        leader=leader.word,
        declarer=declarer.word,
        lead=str(lead),
        holder=holder.word,
        fits=fits.word,
    )
