"""The write of a round that was played otherwise than planned."""

from datetime import datetime
from uuid import uuid4

from clubscore.contracts.models import SignatureMethod, columns_of
from clubscore.duplicate.changing.misplay import (
    Misplay,
    Moved,
    misplay_in_words,
    misplay_ways,
    moved_results,
    played_rows,
)
from clubscore.duplicate.changing.services import MOVED_ON, NO_WAY
from clubscore.duplicate.holding import hold, move
from clubscore.duplicate.loading import load
from clubscore.duplicate.models import Correction, Plan, Play, Session
from clubscore.duplicate.opening.services import write_plan
from clubscore.duplicate.permissions import require_director
from clubscore.duplicate.playing.services import Entry, sign, write_play
from clubscore.duplicate.published import refuse_final
from clubscore.duplicate.results import Results, results_of
from clubscore.duplicate.slots import SlotState
from clubscore.duplicate.state import SectionState
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.web.clock import not_before
from clubscore.write_lock import write_transaction


def record_misplay(
    *, session: Session, letter: str, told: Misplay, way: int, from_round: int, by: Member, now: datetime
) -> Plan:
    """Write a round as it was played, as another edition, with one of the ways to go on from the next round.

    Results stay at their tables: each has another version, by who directs, for the entries or the board that it was
    played by. Raises Refused when another round is the next by now, for a way that is none, for what cannot have been,
    and once what was published is final; PermissionDenied.
    """
    with write_transaction():
        state = hold(session)
        require_director(state.session, by)
        section = state.section(letter)
        if section is None or not state.session.is_begun or from_round != state.round + 1:
            raise Refused(MOVED_ON)
        refuse_final(state.session, now)
        results, rows = results_of(session.pk), played_rows(state, section, told)
        moved = moved_results(state, section, rows, results)
        _refuse_open_corrections(results, moved)
        ways = misplay_ways(state, section, rows, results)
        if not 0 <= way < len(ways):
            raise Refused(NO_WAY, field="way")
        newest, reason = section.plans[-1], misplay_in_words(state, section, told)
        plan = write_plan(
            section=section.section,
            edition=newest.edition + 1,
            name=newest.name,
            movement=ways[way].movement,
            from_round=told.round,
            proved_from=from_round,
            reason=f"{reason}. {ways[way].text}"[:200],
            by=by,
            now=now,
        )
        _move_results(load(session.pk).section(letter), state.starts[told.round].at, moved, results, reason, by, now)
        move(session_id=session.pk)
    return plan


def _refuse_open_corrections(results: Results, moved: list[Moved]) -> None:
    plays = [results[each.old].play.pk for each in moved]
    if open_one := Correction.objects.open().filter(play__in=plays).select_related("play__section").first():
        raise Refused(f"A correction of {open_one.play} is open: it is decided first.")


def _move_results(
    section: SectionState | None,
    began: datetime,
    moved: list[Moved],
    results: Results,
    reason: str,
    by: Member,
    now: datetime,
) -> None:
    """Write each result anew where it belongs, and strike it where it does not any more."""
    assert section
    now = not_before(now, began)
    rows = {each.old: results[each.old].row() for each in moved}
    for each in moved:
        if each.old != each.new:
            _strike(rows[each.old], f"{reason}: it counts for board {each.new.board}", by, now)
    for each in moved:
        play = rows[each.old]
        at = SlotState(load(play.session_id), section, each.row, each.new)
        entry = Entry(play.facts, play.lead, play.version, uuid4())
        version = 1 + _versions(play, each.new.board)
        written = write_play(at=at, entry=entry, version=version, reason=reason if version > 1 else "", by=by, now=now)
        sign(play=written, how=SignatureMethod.TAPPED, by=by, now=now)


def _versions(play: Play, board: int) -> int:
    here = Play.objects.filter(section=play.section_id, round=play.round, table=play.table, board=board)
    return here.count()


def _strike(play: Play, reason: str, by: Member, now: datetime) -> None:
    numbers = {seat: getattr(play, seat) for seat in ("north", "south", "east", "west")}
    Play.objects.create(
        session_id=play.session_id,
        section_id=play.section_id,
        round=play.round,
        table=play.table,
        board=play.board,
        version=play.version + 1,
        lead=play.lead,
        is_struck=True,
        reason=reason[:200],
        recorded_at=max(now, play.recorded_at),
        recorded_by=by,
        key=uuid4(),
        **numbers,
        **columns_of(play.facts),
    )
