"""Leads and declarers that contradict the cards: the lead comes from the hand to the left of declarer."""

from scoring.hands.cards import Card
from scoring.hands.layout import Layout
from scoring.said import said
from scoring.values import Seat


def contradiction(layout: Layout, declarer: Seat, lead: Card) -> str:
    """A sentence about a lead that the leader does not hold, or "" where cards and facts agree.

    It says what would be right: another lead, or the declarer whom the lead fits.
    """
    leader, holder = declarer.next, layout.holder(lead)
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
