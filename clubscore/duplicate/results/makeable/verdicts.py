"""A result held against what the cards give, in words: what the contract makes, what the lead gave, what play did."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.duplicate.results.makeable.solved import Solved
from clubscore.games.figures import short
from clubscore.languages.spoken import told
from clubscore.web.templatetags.scores import index
from clubscore.web.templatetags.sentences import any_of
from scoring import Contract, Deal, Seat
from scoring.hands import Card
from scoring.hands.cards import SUITS, SYMBOLS

MOST_NAMED = 4
"""Leads in a sentence, at most."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The tricks of one result beside the tricks that the cards give."""

    contract: Contract
    declarer: Seat
    tricks: int
    given: int
    """The tricks of declarer if everybody plays as well as can be."""
    lead: Card | None
    """The card that was led; None if it is not known, or is not in the hand of the leader."""
    after_lead: int
    """The tricks that the cards give after this lead; `given` without a lead."""
    leads: Mapping[Card, int]
    """The tricks that the cards give after each lead; empty if they were not worked out."""

    @property
    def words(self) -> str:
        """The verdict in short, such as `The lead, ♣8, gave 1 trick.`"""
        gift, play = self.after_lead - self.given, self.tricks - self.after_lead
        if not gift:
            return _play_words(play)
        words = ngettext(
            "The lead, %(card)s, gave %(number)s trick.",
            "The lead, %(card)s, gave %(number)s tricks.",
            gift,
        ) % {"card": card_words(self.lead), "number": gift}
        if not play:
            return words
        return f"{words} {_later_words(play)}"

    @property
    def ground(self) -> str:
        """The reason of the verdict, such as `4♠ by North: 10 tricks on any lead.`"""
        holding = [card for card, tricks in self.leads.items() if tricks == self.given]
        giving = [card for card in self.leads if card not in holding]
        said = {
            "contract": short(self.contract),
            "seat": told(self.declarer.word),
            "number": self.given,
        }
        if not self.leads:
            return _given_words(self.given) % said
        if not giving:
            return _on_any_lead(self.given) % said
        best, others = leads_in_short(holding), leads_in_short(giving)
        if len(best) <= min(MOST_NAMED, len(others)):
            return _on_best_lead(self.given) % {**said, "cards": any_of(best)}
        if len(others) <= MOST_NAMED:
            return _on_any_lead_but(self.given) % {**said, "cards": any_of(others)}
        return _given_words(self.given) % said


def verdict_on(facts: Deal, lead: str, solved: Solved) -> Verdict | None:
    """The verdict on a recorded result with its lead, such as `C8`; None for a board that was passed out."""
    if facts.contract is None or facts.declarer is None or facts.tricks is None:
        return None
    declared = facts.contract.strain, facts.declarer
    given = solved.makeable[declared]
    leads = solved.leads.get(declared, {})
    card = Card(*lead) if lead else None
    if card not in leads:
        card = None
    after_lead = leads[card] if card else given
    return Verdict(
        facts.contract, facts.declarer, facts.tricks, given, card, after_lead, leads
    )


def _play_words(tricks: int) -> str:
    """The tricks that declarer took beyond those that the cards give, in words; fewer if `tricks` is negative."""
    if not tricks:
        return _("What the cards give.")
    if tricks > 0:
        words = ngettext(
            "%(number)s trick more than the cards give.",
            "%(number)s tricks more than the cards give.",
            tricks,
        )
        return words % {"number": tricks}
    words = ngettext(
        "%(number)s trick fewer than the cards give.",
        "%(number)s tricks fewer than the cards give.",
        -tricks,
    )
    return words % {"number": -tricks}


def _later_words(tricks: int) -> str:
    """The tricks of the play after a lead that gave some: more for declarer, or some lost again if negative."""
    if tricks > 0:
        return _("After it declarer won %(number)s more.") % {"number": tricks}
    return _("After it declarer lost %(number)s again.") % {"number": -tricks}


def _given_words(tricks: int) -> str:
    """The pattern of a sentence for a contract and its tricks."""
    return ngettext(
        "%(contract)s by %(seat)s: %(number)s trick.",
        "%(contract)s by %(seat)s: %(number)s tricks.",
        tricks,
    )


def _on_any_lead(tricks: int) -> str:
    """The pattern of a sentence for a contract whose lead does not matter."""
    return ngettext(
        "%(contract)s by %(seat)s: %(number)s trick on any lead.",
        "%(contract)s by %(seat)s: %(number)s tricks on any lead.",
        tricks,
    )


def _on_best_lead(tricks: int) -> str:
    """The pattern of a sentence for a contract that few leads hold to the fewest tricks."""
    return ngettext(
        "%(contract)s by %(seat)s: %(number)s trick if %(cards)s is led, else more.",
        "%(contract)s by %(seat)s: %(number)s tricks if %(cards)s is led, else more.",
        tricks,
    )


def _on_any_lead_but(tricks: int) -> str:
    """The pattern of a sentence for a contract to which few leads give more tricks."""
    return ngettext(
        "%(contract)s by %(seat)s: %(number)s trick, and more if %(cards)s is led.",
        "%(contract)s by %(seat)s: %(number)s tricks, and more if %(cards)s is led.",
        tricks,
    )


def card_words(card: Card | None) -> str:
    """A card in the reader's language, such as `♥K`; empty for None."""
    if card is None:
        return ""
    return f"{SYMBOLS[card.suit]}{index(card.rank)}"


def leads_in_short(cards: Sequence[Card]) -> list[str]:
    """Cards in words: few as `♥K` each, many by suit, as the suit with its ranks: `♥A K 4`."""
    if len(cards) <= MOST_NAMED:
        return [card_words(card) for card in cards]
    ranks: dict[str, list[str]] = {suit: [] for suit in SUITS}
    for card in cards:
        ranks[card.suit].append(index(card.rank))
    return [f"{SYMBOLS[suit]}{' '.join(held)}" for suit, held in ranks.items() if held]
