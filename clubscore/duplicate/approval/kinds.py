"""The kinds of late changes: each room that makes changes registers its kind in its `wiring.py`."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from clubscore.duplicate.models import LateChange
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from clubscore.refusals import Refused


def _nothing_else(late: LateChange, reason: str, by: Member, now: datetime) -> None:
    """Write nothing beside the late change."""


def _no_board(state: SessionState, late: LateChange, slot: Slot) -> bool:
    """False: changes of this kind are about no board."""
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class LateKind:
    """A kind of late change, with the functions of the room that makes such changes."""

    make: Callable[[SessionState, LateChange, Member | None, datetime], None]
    """Make the change as its proposer sent it: the arguments are state, late change, organiser and time.

    The organiser is None while the change is only tried. The function runs in a transaction that has locked the
    session, and does not move the session. It raises Refused if the change is not possible.
    """
    words: Callable[[SessionState, LateChange], str]
    """The change in the reader's language, such as `Penalty for number 3: 10 % of a top (Law 90B)`."""
    page: Callable[[LateChange], str]
    """The address of the page that shows the record as it is now."""
    is_concerned: Callable[[SessionState, LateChange, Member], bool]
    """True if the member plays for somebody whom the change is about, and so decides nothing about it."""
    close: Callable[[LateChange, str, Member, datetime], None] = _nothing_else
    """Write what else follows if the proposal is not approved or is taken back."""
    is_about: Callable[[SessionState, LateChange, Slot], bool] = _no_board
    """True if the change is about the board at this slot."""


KINDS: dict[str, LateKind] = {}


def register(kind: LateChange.Kind, functions: LateKind) -> None:
    """Register the functions of a kind. Raises ValueError if the kind has functions already."""
    if kind in KINDS:
        raise ValueError(f"Late changes of the kind {kind} are registered twice.")
    KINDS[kind] = functions


def kind_of_late(late: LateChange) -> LateKind:
    """The functions of the kind of a late change."""
    return KINDS[late.kind]


def words_of(state: SessionState, late: LateChange) -> str:
    """A late change in words; its kind alone if the session has no such board, entry or table any more."""
    try:
        return kind_of_late(late).words(state, late)
    except Refused:
        return late.get_kind_display()


def is_about(state: SessionState, late: LateChange, slot: Slot) -> bool:
    """True if a late change is about the board at this slot; False if the change is not possible any more."""
    try:
        return kind_of_late(late).is_about(state, late, slot)
    except Refused:
        return False


def concerns(state: SessionState, late: LateChange, member: Member) -> bool:
    """True if the member decides nothing about a late change, because they played there.

    False for a change that is not possible any more: approving it is refused in any case.
    """
    try:
        return kind_of_late(late).is_concerned(state, late, member)
    except Refused:
        return False
