"""Rounds that were played otherwise than planned as late changes, which an organiser approves."""

from datetime import datetime
from uuid import UUID

from django.urls import reverse

from clubscore.duplicate.approval.kinds import LateKind, register
from clubscore.duplicate.approval.services import Proposed
from clubscore.duplicate.director.changing.services import MOVED_ON
from clubscore.duplicate.director.misplay.plans import (
    Boards,
    Misplay,
    Seats,
    misplay_in_words,
    misplay_ways,
    played_rows,
)
from clubscore.duplicate.director.misplay.services import (
    sat_at_tables,
    section_before,
    write_misplay,
)
from clubscore.duplicate.models import LateChange
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.languages.stored_sentences import stored_told
from clubscore.members.models import Member
from clubscore.refusals import Refused
from scoring.movements.change.proposal import Proposal

_KINDS: dict[str, type[Seats] | type[Boards]] = {"seats": Seats, "boards": Boards}


def proposed_misplay(
    letter: str, misplay: Misplay, way: Proposal, why: str, key: UUID
) -> Proposed:
    """A round as it was played, as a director proposes it after the correction period."""
    name = "seats" if isinstance(misplay, Seats) else "boards"
    content = {"letter": letter, name: list(misplay), "way": str(way.text)}
    return Proposed(LateChange.Kind.MISPLAY, content, why, key)


def _misplay(late: LateChange) -> Misplay:
    """The proposed misplay."""
    [name] = late.content.keys() & _KINDS.keys()
    return _KINDS[name](*late.content[name])


def _make(
    state: SessionState, late: LateChange, organiser: Member | None, now: datetime
) -> None:
    next_round = state.round + 1
    section = section_before(state, late.content["letter"], next_round)
    misplay = _misplay(late)
    results = results_of(state.session.pk)
    rows = played_rows(state, section, misplay)
    texts = [str(way.text) for way in misplay_ways(state, section, rows, results)]
    if late.content["way"] not in texts:
        raise Refused(MOVED_ON)
    write_misplay(
        state=state,
        section=section,
        misplay=misplay,
        way=texts.index(late.content["way"]),
        from_round=next_round,
        by=late.proposed_by,
        now=now,
    )


def _words(state: SessionState, late: LateChange) -> str:
    section = state.section(late.content["letter"])
    assert section
    return stored_told(misplay_in_words(state, section, _misplay(late)))


def _is_concerned(state: SessionState, late: LateChange, member: Member) -> bool:
    section = state.section(late.content["letter"])
    assert section
    return sat_at_tables(section, played_rows(state, section, _misplay(late)), member)


def _page(late: LateChange) -> str:
    return reverse("duplicate:detail", args=[late.session_id])


def _is_about(state: SessionState, late: LateChange, slot: Slot) -> bool:
    """True if the slot is of a table and of the round that were played otherwise."""
    misplay, letter = _misplay(late), late.content["letter"]
    if (letter, misplay.round) != (slot.letter, slot.round):
        return False
    section = state.section(letter)
    assert section
    tables = {row.table for row in played_rows(state, section, misplay)}
    return slot.table in tables


register(
    LateChange.Kind.MISPLAY,
    LateKind(
        make=_make,
        words=_words,
        page=_page,
        is_concerned=_is_concerned,
        is_about=_is_about,
    ),
)
