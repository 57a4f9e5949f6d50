"""The open entry in a book: who may see it, and how it is closed (blind books)."""

from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.rubbers.models import BookEntry
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.numbers import next_called
from clubscore.rubbers.rubber.state import RubberState
from clubscore.web.templatetags.sentences import all_of, any_of
from scoring import Side


def own_entry(desk: RubberDesk) -> BookEntry | None:
    """The open entry in the book of the member's side; None for everybody who may not see it."""
    entry = desk.state.book_entry
    if entry is None or desk.seat is None or desk.seat.side != entry.side:
        return None
    return entry


def may_read(desk: RubberDesk, entry: BookEntry) -> bool:
    """True if the member may read an entry of which the deal is not decided: its writer, and whoever plays with the
    writer now.
    """
    if entry.member_id in desk.own_records:
        return True
    writer = desk.state.seat_by_member.get(entry.member_id)
    return bool(writer and desk.seat and writer.side == desk.seat.side)


def names_of_side(state: RubberState, side: str) -> list[str]:
    """The short names of the two players of a side."""
    return [state.names[seat] for seat in Side(side).seats]


def waits_in_a_book(state: RubberState) -> str:
    """A sentence that says, without the facts, whose book has the next deal; empty if no book has it."""
    entry = state.book_entry
    if entry is None:
        return ""
    words = _("%(names)s have written deal %(number)s in their book.")
    return words % {
        "names": all_of(names_of_side(state, entry.side)),
        "number": next_called(state),
    }


def waits_for_the_other_side(state: RubberState) -> str:
    """A sentence that says, without the facts, whose book has the next deal and for whom it waits; empty if none.

    `Anna and Cleo have written deal 5 in their book. It waits for Ben or Dan.`
    """
    entry = state.book_entry
    if entry is None:
        return ""
    others = any_of(names_of_side(state, Side(entry.side).other))
    words = _("%(waiting)s It waits for %(names)s.")
    return words % {"waiting": waits_in_a_book(state), "names": others}


def dropped_with_the_end(state: RubberState) -> str:
    """A sentence that says what becomes of the open entry if the rubber ends now; empty if there is none."""
    waiting = waits_in_a_book(state)
    if not waiting:
        return ""
    words = _("%(waiting)s It is on no sheet, and is dropped with the end.")
    return words % {"waiting": waiting}


def close_book_entry(
    *, state: RubberState, to: BookEntry.State, now: datetime
) -> RubberState:
    """Close the open entry in a book, in the caller's transaction. Returns the state without it.

    Nothing happens if there is none. The caller has locked the table, and counts up a counter of the rubber.
    """
    entry = state.book_entry
    if entry is None:
        return state
    BookEntry.objects.open().filter(pk=entry.pk).update(state=to, closed_at=now)
    return replace(state, book_entry=None)
