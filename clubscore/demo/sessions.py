"""Makes two duplicate sessions of the demonstration club: tonight's with three tables, and one with nine tables.

Tonight's session is in play. The session with nine tables was played three days ago.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, time, timedelta
from random import Random
from uuid import NAMESPACE_URL, UUID, uuid5

from django.utils import timezone

from clubscore.calendar import day_words, evening_of
from clubscore.contracts.models import SignatureMethod
from clubscore.demo.made_up_results import made_up_result
from clubscore.duplicate.director.dealing.services import name_set, open_hands
from clubscore.duplicate.director.directing.services import (
    end_play,
    name_deputy,
    start_round,
)
from clubscore.duplicate.director.opening.services import Opening, open_session
from clubscore.duplicate.director.seating.services import seat
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.models import Play, PlaySignature, Session
from clubscore.duplicate.play.entering.entries import ResultEntry
from clubscore.duplicate.play.entering.services import new_play
from clubscore.duplicate.results.publishing.services import Notice, publish
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import SlotState, slots_of
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.hands.models import DealSet
from clubscore.hands.services import import_set
from clubscore.members.models import Member
from clubscore.members.people.services import add_guest
from scoring import Seat
from scoring.hands import deal_boards
from scoring.movements.howell import howell
from scoring.movements.mitchell import mitchell
from scoring.movements.plan import Movement

VISITORS = (
    "Agnes Holm", "Boris Lang", "Cora Diaz", "Dirk Jansen", "Elsa Nyman", "Frank Otis",
    "Greta Simms", "Hugo Marsh", "Ines Prado", "Jorge Leal", "Katja Brandt", "Louis Roche",
)  # fmt: skip
SEED = 1936
THREE_DAYS = timedelta(days=3)
FIRST_BOARD_AT = time(19, 30)
NOT_YET_RECORDED = 3  # boards of the round that is played tonight


def play_sessions(
    club: Mapping[str, Member], *, secretary: Member, now: datetime
) -> None:
    """Make tonight's session in play at `now`, and a finished session of three days ago; `secretary` directs both.

    The caller holds the transaction.
    """
    chance = Random(SEED)
    members = list(club.values())
    day = evening_of(now - THREE_DAYS)
    zone = timezone.get_current_timezone()
    begins = datetime.combine(day, FIRST_BOARD_AT, tzinfo=zone)
    visitors = [add_guest(name=name, now=begins) for name in VISITORS]
    _play_nine_tables([*members, *visitors], chance, by=secretary, begins=begins)
    _play_three_tables(members[12:], chance, by=secretary, now=now)


def _play_nine_tables(
    people: Sequence[Member],
    chance: Random,
    *,
    by: Member,
    begins: datetime,
) -> None:
    """Play a session of twenty-seven boards to its end: agree every result, open the hands, publish the results."""
    session, hands = _open(
        "Open pairs",
        mitchell(9),
        people,
        chance,
        by=by,
        now=begins,
        boards_a_round=3,
    )
    name_deputy(session=session, member=people[4], by=by, now=begins)
    now = begins
    for round in range(1, 10):
        start_round(session=session, round=round, by=by, now=now)
        now += timedelta(minutes=session.minutes_a_round + session.minutes_a_change)
    state = load(session.pk)
    slots = [slot for slot, _ in slots_of(state)]
    _record(state, slots, hands, chance)
    end_play(session=session, by=by, now=now)
    open_hands(session=session, by=by, now=now)
    notice = Notice(
        begins_period=True,
        reason="",
        accepts_missing=False,
        accepts_open=frozenset(),
        key=_key("Open pairs, published"),
    )
    publish(session=session, notice=notice, by=by, now=now)


def _play_three_tables(
    people: Sequence[Member],
    chance: Random,
    *,
    by: Member,
    now: datetime,
) -> None:
    """Play a Howell into its second round. Round 1 is recorded in full, round 2 in part."""
    a_round = timedelta(minutes=16)
    session, hands = _open(
        "Club pairs",
        howell(3),
        people,
        chance,
        by=by,
        now=now - 2 * a_round,
        boards_a_round=2,
    )
    begins = now - 2 * a_round + timedelta(minutes=6)
    start_round(session=session, round=1, by=by, now=begins)
    start_round(session=session, round=2, by=by, now=begins + a_round)
    state = load(session.pk)
    played = [slot for slot, _ in slots_of(state) if slot.round <= state.round]
    _record(state, played[:-NOT_YET_RECORDED], hands, chance)


def _open(
    name: str,
    movement: Movement,
    people: Sequence[Member],
    chance: Random,
    *,
    by: Member,
    now: datetime,
    boards_a_round: int,
) -> tuple[Session, DealSet]:
    """Open a session of this movement, deal its boards and seat the people; return the session and its boards."""
    day = evening_of(now)
    opening = Opening(name=name, day=day, boards_a_round=boards_a_round)
    session = open_session(
        opening=opening,
        plan_name=movement.kind.capitalize(),
        movements=[movement],
        key=_key(name),
        by=by,
        now=now,
    )
    last_board = movement.sets * boards_a_round
    hands = import_set(
        name=f"{name}, {day_words(day)}",
        dealt=deal_boards(1, last_board, below=chance.randrange),
        opens_at=None,
        by=by,
        now=now,
    )
    name_set(session=session, deal_set=hands, by=by, now=now)
    pairs = zip(people[::2], people[1::2], strict=True)
    taken = [Taken("A", number, pair) for number, pair in enumerate(pairs, start=1)]
    seat(session=session, taken=taken, by=by, now=now)
    return session, hands


def _record(
    state: SessionState, slots: Sequence[Slot], hands: DealSet, chance: Random
) -> None:
    """Record the results of these slots: North enters them, East agrees."""
    session = state.session
    section = state.sections[0]
    boards = {board.number: board for board in hands.dealt}
    plays: list[Play] = []
    signatures: list[PlaySignature] = []
    for slot in slots:
        row = section.row_at(slot.round, slot.table)
        assert row is not None
        slot_state = SlotState(state, section, row, slot)
        north = slot_state.players[Seat.NORTH]
        east = slot_state.players[Seat.EAST]
        assert north and east
        now = _end_of(state, slot)
        facts = made_up_result(chance, boards[slot.board])
        slot_words = "/".join(map(str, slot))
        entry = ResultEntry(facts, "", 0, _key(f"{session.name}/{slot_words}"))
        play = new_play(
            at=slot_state, entry=entry, version=1, reason="", by=north, now=now
        )
        plays.append(play)
        recorded, tapped = SignatureMethod.RECORDED, SignatureMethod.TAPPED
        for member, how in ((north, recorded), (east, tapped)):
            signature = PlaySignature(play=play, member=member, at=now, how=how)
            signatures.append(signature)
    Play.objects.bulk_create(plays)
    PlaySignature.objects.bulk_create(signatures)


def _end_of(state: SessionState, slot: Slot) -> datetime:
    """The moment at which the table of this slot has finished the board of the slot, by the minutes for each board."""
    session = state.session
    boards_played = 1 + (slot.board - 1) % session.boards_a_round
    minutes = session.minutes_a_board * boards_played
    return state.starts[slot.round].at + timedelta(minutes=minutes)


def _key(words: str) -> UUID:
    """A UUID that is made from `words`, as the key of a form. The same words always make the same key."""
    return uuid5(NAMESPACE_URL, f"demo/{words}")
