"""The entries in the books of both sides, as the history of a rubber shows them once the deal is decided."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.games.viewpoint import WATCHING
from clubscore.rubbers.history.events import RubberEvent, pin_in_words
from clubscore.rubbers.models import BookEntry, Deal, Proposal
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.difference import in_full
from scoring import Side


@dataclass(frozen=True, slots=True)
class EntryInBook:
    """One entry in the book of one side, in words."""

    at: datetime
    words: str
    """`In the book of N–S, Anna wrote 4♠ by Anna, made`."""
    fate: str
    """What became of an entry that was not recorded: `replaced`, `taken back` or `expired`; else empty."""


def books_of(
    state: RubberState, deals: Iterable[Deal], proposals: Iterable[Proposal]
) -> Mapping[int, list[EntryInBook]]:
    """The entries in the books of both sides by the number of the deal, the oldest first.

    An entry of which the deal is not decided is left out, for its own side too. `deals` are all versions of the rubber,
    with their signatures, and `proposals` its proposals.
    """
    found: dict[int, list[EntryInBook]] = defaultdict(list)
    if not state.rubber.has_blind_books:
        return found
    by_key = {deal.key: deal for deal in deals}
    entries = state.rubber.book_entries.decided().select_related("member")
    for entry in entries.order_by("pk"):
        found[entry.number].append(_in_words(state, entry))
        recorded = by_key.get(entry.key)
        if recorded:
            found[entry.number] += _beside(state, entry, recorded, proposals)
    return found


def never_recorded(
    books: Mapping[int, list[EntryInBook]], numbers: Iterable[int]
) -> list[RubberEvent]:
    """The entries for deals that were never recorded, as events; `numbers` are the deals that were."""
    words = _("Deal %(number)s: %(entry)s (%(fate)s)")
    return [
        RubberEvent(
            entry.at,
            words % {"number": number, "entry": entry.words, "fate": entry.fate},
        )
        for number in sorted(books.keys() - set(numbers))
        for entry in books[number]
    ]


def _in_words(state: RubberState, entry: BookEntry) -> EntryInBook:
    deal = in_full(entry.facts, state.seated_at(entry.at).names)
    name = f"{entry.member.short_name}{pin_in_words(entry.how)}"
    fate = ""
    if entry.state != BookEntry.State.RECORDED:
        fate = entry.get_state_display()
    words = _wrote(Side(entry.side), name, deal)
    return EntryInBook(entry.at, words, fate)


def _beside(
    state: RubberState, entry: BookEntry, deal: Deal, proposals: Iterable[Proposal]
) -> list[EntryInBook]:
    """The entry in the book of the other side, with which the recorded `entry` was compared: one, or none.

    An equal entry is a signature that was written with the deal, another one is a proposal.
    """
    other = Side(entry.side).other
    names = state.seated_at(deal.recorded_at).names
    second = [
        (f"{signed.member.short_name}{pin_in_words(signed.how)}", _("the same"))
        for signed in deal.agreements.all()
        if signed.at == deal.recorded_at and signed.member_id != entry.member_id
    ]
    second += [
        (made.made_by.short_name, in_full(made.facts, names))
        for made in proposals
        if made.base_id == deal.pk and made.made_at == deal.recorded_at
    ]
    return [
        EntryInBook(deal.recorded_at, _wrote(other, name, words), "")
        for name, words in second
    ]


def _wrote(side: Side, name: str, deal: str) -> str:
    words = _("In the book of %(side)s, %(name)s wrote %(deal)s")
    return words % {"side": WATCHING[side], "name": name, "deal": deal}
