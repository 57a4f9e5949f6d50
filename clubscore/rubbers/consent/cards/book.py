"""The card of a deal that one side has written in its book, as each side sees it (blind books)."""

from dataclasses import dataclass
from uuid import UUID, uuid4

from django.utils.translation import gettext as _

from clubscore.languages.spoken import told
from clubscore.members.models import Member
from clubscore.rubbers.models import BookEntry
from clubscore.rubbers.rubber.book_entries import (
    names_of_side,
    own_entry,
    waits_for_the_other_side,
)
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.numbers import next_called
from clubscore.web.templatetags.sentences import all_of, any_of
from scoring import Side
from scoring.words import deal_in_words


@dataclass(frozen=True, slots=True)
class BookCard:
    """The card about the deal that waits in the book of one side. Only that side sees the facts."""

    words: str
    """`Deal 5 is in your book: 4♠ by Anna, made. It waits for Ben or Dan.`; the other side is asked for its own."""
    entry: BookEntry | None
    """The entry, for the side that wrote it; None for everybody else."""
    others: tuple[Member, ...]
    """The players who may write the deal on this device, by PIN: those of the other side, for who sees the entry."""
    number: int
    key: UUID
    """The key of the form on which they write it."""


def book_card(desk: RubberDesk) -> BookCard | None:
    """The card for the member at the desk; None if no deal waits in a book, and for an arbiter who keeps no sheet."""
    state = desk.state
    entry = state.book_entry
    if entry is None or not desk.may_keep:
        return None
    own = own_entry(desk)
    other_side = Side(entry.side).other
    others: tuple[Member, ...] = ()
    if own:
        others = tuple(state.players[seat] for seat in other_side.seats)
    return BookCard(
        words=_words(desk, entry),
        entry=own,
        others=others,
        number=state.next_number,
        key=uuid4(),
    )


def _words(desk: RubberDesk, entry: BookEntry) -> str:
    state = desk.state
    number = next_called(state)
    if own := own_entry(desk):
        others = any_of(names_of_side(state, Side(entry.side).other))
        words = _("Deal %(number)s is in your book: %(deal)s. It waits for %(names)s.")
        deal = told(deal_in_words(own.facts, state.names))
        return words % {"number": number, "deal": deal, "names": others}
    if desk.seat:
        words = _("%(names)s have written deal %(number)s: enter yours.")
        names = all_of(names_of_side(state, entry.side))
        return words % {"names": names, "number": number}
    return waits_for_the_other_side(state)
