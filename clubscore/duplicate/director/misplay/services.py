"""The service that records a round that was played otherwise than planned."""

from collections import Counter
from datetime import datetime
from uuid import uuid4

from django.utils.translation import gettext as _

from clubscore.contracts.models import SignatureMethod, columns_of
from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.director.changing.services import MOVED_ON, way_read
from clubscore.duplicate.director.misplay.plans import (
    Misplay,
    Moved,
    misplay_in_words,
    misplay_ways,
    moved_results,
    played_rows,
)
from clubscore.duplicate.director.opening.services import write_plan
from clubscore.duplicate.models import Correction, Plan, Play, Session
from clubscore.duplicate.outcomes.published import require_not_final
from clubscore.duplicate.outcomes.results import Results, results_of
from clubscore.duplicate.play.entering.entries import ResultEntry
from clubscore.duplicate.play.entering.services import sign, write_play
from clubscore.duplicate.session.holding import hold, move
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.permissions import require_director
from clubscore.duplicate.session.slots import SlotState
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.languages.stored_sentences import COUNTS_FOR, PLAYED_OTHERWISE
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.web.clock import not_before
from scoring.movements.change.proposal import Proposal
from scoring.movements.plan import MovementRow


def record_misplay(
    *,
    session: Session,
    letter: str,
    misplay: Misplay,
    way: int,
    from_round: int,
    by: Member,
    now: datetime,
    read: Proposal | None = None,
) -> Plan:
    """Write another edition of a plan, with a round as it was played and a way to go on from the next round.

    Returns the new plan. Results stay at their tables: each gets a new version for the entries and the board that were
    really played. `way` is the index of the way in `misplay_ways`, `from_round` the next round as the sender saw it,
    and `read` the way that the sender has read. Raises Refused if the form of play does not allow this change, if the
    session has moved on to another round, if the way does not exist or has changed, if the round cannot have been
    played so, if a result has a ruling, a second result or an open correction or is in a group of a fouled board, if
    the director sat at one of the tables, if the results are final, or if the session is cancelled. Raises
    PermissionDenied for members who do not direct.
    """
    with write_transaction():
        state = hold(session)
        require_director(state.session, by)
        section = section_before(state, letter, from_round)
        require_not_final(state.session, now)
        plan = write_misplay(
            state=state,
            section=section,
            misplay=misplay,
            way=way,
            from_round=from_round,
            by=by,
            now=now,
            read=read,
        )
        move(session_id=session.pk)
    return plan


def write_misplay(
    *,
    state: SessionState,
    section: SectionState,
    misplay: Misplay,
    way: int,
    from_round: int,
    by: Member,
    now: datetime,
    read: Proposal | None = None,
) -> Plan:
    """Save a round as it was played, in a locked session and in the caller's transaction, and return the new plan.

    Raises Refused as `record_misplay` does.
    """
    results = results_of(state.session.pk)
    rows = played_rows(state, section, misplay)
    _require_not_own_table(section, rows, by)
    moved = moved_results(state, section, rows, results)
    _require_no_open_correction(results, moved)
    chosen = way_read(misplay_ways(state, section, rows, results), way, read)
    newest = section.plans[-1]
    reason = misplay_in_words(state, section, misplay)
    plan = write_plan(
        section=section.section,
        edition=newest.edition + 1,
        name=newest.name,
        movement=chosen.movement,
        from_round=misplay.round,
        proved_from=from_round,
        reason=PLAYED_OTHERWISE(misplay=reason, way=chosen.text)[:200],
        by=by,
        now=now,
    )
    at = not_before(now, state.starts[misplay.round].at)
    _move_results(load(state.session.pk), moved, results, reason, by, at)
    return plan


def section_before(state: SessionState, letter: str, next_round: int) -> SectionState:
    """The section with this letter. Raises Refused unless it exists and `next_round` is the session's next round."""
    section = state.section(letter)
    if section is None:
        raise Refused(MOVED_ON)
    if not state.session.is_begun or next_round != state.round + 1:
        raise Refused(MOVED_ON)
    return section


def _require_not_own_table(
    section: SectionState, rows: list[MovementRow], by: Member
) -> None:
    """Raises Refused if the member sat at one of these tables, by the plan or by the rows as they were played."""
    if sat_at_tables(section, rows, by):
        raise Refused(
            _(
                "You sat at one of these tables: another director or an admin records how it was played."
            )
        )


def sat_at_tables(
    section: SectionState, rows: list[MovementRow], member: Member
) -> bool:
    """True if the member sat at one of these tables, by the plan or by the rows as they were played."""
    round = rows[0].round
    tables = {row.table for row in rows}
    numbers: set[int] = set()
    for row in (*rows, *section.movement.by_round[round]):
        if row.table in tables:
            numbers |= {*row.seated}
    return any(
        player.person_id == member.person_id
        for number in numbers
        for player in section.players_in(number, round)
    )


def _require_no_open_correction(results: Results, moved: list[Moved]) -> None:
    """Raises Refused if a correction of one of the moved results is open."""
    plays = [results[moved_result.old].play.pk for moved_result in moved]
    corrections = Correction.objects.open().filter(play__in=plays)
    correction = corrections.select_related("play__section").first()
    if correction:
        words = _("A correction of %(result)s is open: it is decided first.")
        raise Refused(words % {"result": correction.play})


def _move_results(
    state: SessionState,
    moved: list[Moved],
    results: Results,
    reason: str,
    by: Member,
    now: datetime,
) -> None:
    """Write a new version of each moved result, at the slot for which the result counts now.

    If the result counted at another slot before, it is struck there.
    """
    pks = [results[moved_result.old].play.pk for moved_result in moved]
    by_pk = Play.objects.select_related("section").in_bulk(pks)
    plays = [by_pk[pk] for pk in pks]
    for (old, new, _row), play in zip(moved, plays, strict=True):
        if old != new:
            _strike(play, COUNTS_FOR(misplay=reason, board=new.board), by, now)
    versions = _versions(plays)
    for (_old, new, row), play in zip(moved, plays, strict=True):
        section = state.section(new.letter)
        assert section
        version = 1 + versions[new.table, new.board]
        why = reason if version > 1 else ""
        written = write_play(
            at=SlotState(state, section, row, new),
            entry=ResultEntry(play.facts, play.lead, play.version, uuid4()),
            version=version,
            reason=why,
            by=by,
            now=now,
        )
        sign(play=written, how=SignatureMethod.TAPPED, by=by, now=now)


def _versions(plays: list[Play]) -> Counter[tuple[int, int]]:
    """The number of recorded versions of each board, by (table, board), at the tables of these results.

    All `plays` belong to one section and one round, and only versions of this round are counted.
    """
    if not plays:
        return Counter()
    tables = {play.table for play in plays}
    rows = Play.objects.filter(
        section=plays[0].section_id, round=plays[0].round, table__in=tables
    )
    return Counter(rows.values_list("table", "board"))


def _strike(play: Play, reason: str, by: Member, now: datetime) -> None:
    """Write one more version of a result, which says that the result does not count at its old slot any more."""
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
