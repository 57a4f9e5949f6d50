"""The reasons against a substitute: reasons that forbid it, and doubts that the director weighs."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.duplicate.director.substituting.change import PlaceChange
from clubscore.duplicate.models import Place
from clubscore.duplicate.outcomes.results import AGREED, Results, SlotResult
from clubscore.duplicate.session.elsewhere import require_not_elsewhere
from clubscore.duplicate.session.lineup import entry_name
from clubscore.duplicate.session.permissions import may_direct
from clubscore.duplicate.session.slots import SlotState
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from clubscore.members.queries import records_of
from clubscore.refusals import Refused
from scoring import Side


def require_possible_rounds(
    state: SessionState, section: SectionState, change: PlaceChange
) -> None:
    """Raises Refused if the rounds of a change are impossible, or if nobody has the number.

    The rounds are impossible if the session does not have them, if they begin before the entry's first round, if the
    last is before the first, or if the member plays at this place in all of them already.
    """
    if not 1 <= change.from_round <= state.rounds:
        words = _("This session has rounds 1 to %(rounds)s: choose one of them.")
        raise Refused(words % {"rounds": state.rounds}, field="from_round")
    if change.last_round < change.from_round:
        raise Refused(
            _("The last round is before the first: choose it, or a later one."),
            field="to_round",
        )
    holders = holders_of(section, change)
    if not holders or change.number in section.withdrawn:
        raise Refused(
            _("Nobody has number %(number)s.") % {"number": change.number},
            field="place",
        )
    first = min(place.from_round for place in holders)
    if change.from_round < first:
        words = _(
            "Number %(number)s is there from round %(round)s on: choose that round, or a later one."
        )
        raise Refused(
            words % {"number": change.number, "round": first}, field="from_round"
        )
    last = int(min(change.last_round, state.rounds))
    if all(
        _holds(holders, change.member, round)
        for round in range(change.from_round, last + 1)
    ):
        words = _("%(name)s plays there already: choose who sits in, or other rounds.")
        raise Refused(words % {"name": change.member.name}, field="member")


def require_suitable_member(
    state: SessionState, section: SectionState, change: PlaceChange, now: datetime
) -> None:
    """Raises Refused if the member of a change cannot be the substitute.

    A member cannot be the substitute if their record was merged into another, if they play or wait at another place in
    these rounds, if they have looked at the cards, if they have the same boards at another place, or if they play in
    another session in play.
    """
    member = change.member
    if member.merged_into_id:
        raise Refused(
            _("%(name)s has another record now: choose that one.")
            % {"name": member.name},
            field="member",
        )
    own_team = section.letter, change.number
    for other, place in _elsewhere(state, section, change):
        if place.from_round > change.last_round or place.last_round < change.from_round:
            continue
        number = place.entry.number
        if place.waits and (other.letter, number) == own_team:
            words = _(
                "%(name)s belongs to the team: let them play by the line-up of the team."
            )
            raise Refused(words % {"name": member.name}, field="member")
        words = _(
            "%(name)s plays as number %(number)s in these rounds: choose somebody else, or other rounds."
        )
        values = {"name": member.name, "number": entry_name(state, other, number)}
        raise Refused(words % values, field="member")
    require_cards_unseen(state, member)
    if twice := _played_twice(state, section, change, first=_first_to_play(state)):
        raise Refused(twice, field="member")
    require_not_elsewhere(state, [member], now)


def require_cards_unseen(state: SessionState, member: Member) -> None:
    """Raises Refused if the member has looked at the cards of a session that is not over."""
    deal_set = state.session.deal_set
    if not deal_set or state.session.is_over:
        return
    if deal_set.looks.filter(by__in=records_of(member)).exists():
        words = _(
            "%(name)s has looked at the cards of this session: choose somebody who has not."
        )
        raise Refused(words % {"name": member.name}, field="member")


def require_not_own_table(
    state: SessionState,
    section: SectionState,
    change: PlaceChange,
    results: Results,
    by: Member,
) -> None:
    """Raises Refused if `by` would put a substitute in for themselves in a round in which their place has results.

    Otherwise a director would decide about their own results.
    """
    holders = holders_of(section, change)
    for round, _boards in _boards_recorded(state, section, change, results):
        if _holds(holders, by, round) and by.person_id != change.member.person_id:
            words = _(
                "You have results in round %(round)s: another director puts somebody in for you there."
            )
            raise Refused(words % {"round": round}, field="from_round")


def doubts(
    state: SessionState, section: SectionState, change: PlaceChange, results: Results
) -> list[str]:
    """The reasons against a substitute that the director may overrule, as sentences; empty if there are none."""
    return [
        *known(state, section, change, results),
        *_recorded(state, section, change, results),
        *_agreed(state, section, change, results),
    ]


def holders_of(section: SectionState, change: PlaceChange) -> list[Place]:
    """The places of all members who have had, have or will have the seat that is to change.

    A place is a member in an entry, with the rounds in which the member has the seat. A place that was left before a
    round was played is left out.
    """
    return [
        place for place in section.places_of(change.number) if place.seat == change.seat
    ]


def _holds(holders: list[Place], member: Member, round: int) -> bool:
    return any(
        place.member.person_id == member.person_id and place.covers(round)
        for place in holders
    )


def _elsewhere(
    state: SessionState, section: SectionState, change: PlaceChange
) -> list[tuple[SectionState, Place]]:
    """The places of the member at other seats than the seat of the change, each with its section."""
    own = {place.pk for place in holders_of(section, change)}
    return [
        (other, place)
        for other, place in state.had_by(change.member)
        if place.pk not in own
    ]


def _first_to_play(state: SessionState) -> int:
    """The first round whose boards may still have to be played: the current round, or the first before play.

    After play it is one more than the number of rounds.
    """
    if state.session.is_over:
        return state.rounds + 1
    return max(state.round, 1)


def _rounds(state: SessionState, change: PlaceChange, first: int) -> range:
    """The rounds of a change from round `first` on, as far as they are drawn."""
    last = int(min(change.last_round, state.drawn))
    return range(max(change.from_round, first), last + 1)


def _boards(
    state: SessionState, section: SectionState, number: int, seat: str, round: int
) -> range:
    """The boards at a seat of an entry in a round; empty if the entry sits out."""
    row = section.row_of(round, number, seat)
    if row is None or not row.is_played:
        return range(0)
    return state.boards_in(row)


def _agreed(
    state: SessionState, section: SectionState, change: PlaceChange, results: Results
) -> Iterator[str]:
    """Yield a sentence for each round with results that are agreed only because the replaced member agreed to them.

    No other player of their side has agreed, so these results are not agreed any more after the change. Results that
    the substitute has agreed to are left out.
    """
    for place in holders_of(section, change):
        for round in _rounds(state, change, 1):
            row = section.row_of(round, change.number, change.seat)
            replaced = place.member.person_id
            if row is None or replaced == change.member.person_id:
                continue
            if not place.covers(round):
                continue
            boards = []
            for board in state.boards_in(row):
                slot = Slot(section.letter, round, row.table, board)
                slot_state = SlotState(state, section, row, slot)
                result = results.get(slot)
                if result is None or change.member.person_id in result.signers:
                    continue
                if _agreed_by_alone(result, slot_state, replaced):
                    boards.append(board)
            if boards:
                words = _(
                    "Of their side only %(name)s has agreed to boards of round %(round)s, "
                    "which will no longer be agreed: %(boards)s."
                )
                values = {
                    "name": place.member.name,
                    "round": round,
                    "boards": ", ".join(map(str, boards)),
                }
                yield words % values


def _played_twice(
    state: SessionState, section: SectionState, change: PlaceChange, *, first: int
) -> str:
    """A sentence about a board that the substitute would play and also has at another place; empty if there is none.

    Only boards of the change's rounds from `first` on count.
    """
    return boards_twice(
        state, section, change, _elsewhere(state, section, change), first=first
    )


def boards_twice(
    state: SessionState,
    section: SectionState,
    change: PlaceChange,
    others: Sequence[tuple[SectionState, Place]],
    *,
    first: int,
) -> str:
    """A sentence about a board that the member would have twice: at the seat of the change and at one of `others`.

    `others` are places of the member, each with its section. Only rounds of the change from `first` on count. Empty if
    there is no such board.
    """
    elsewhere: dict[int, int] = {}
    for other, place in others:
        if not place.waits:
            elsewhere |= _rounds_of_boards(state, other, place)
    for round in _rounds(state, change, first):
        here = _boards(state, section, change.number, change.seat, round)
        again = sorted(elsewhere.keys() & set(here), key=elsewhere.__getitem__)
        if again:
            words = _(
                "%(name)s has board %(board)s of round %(round)s in round %(other)s at another table: "
                "choose somebody else, or rounds with other boards."
            )
            return words % {
                "name": change.member.name,
                "board": again[0],
                "round": round,
                "other": elsewhere[again[0]],
            }
    return ""


def _rounds_of_boards(
    state: SessionState, section: SectionState, place: Place
) -> dict[int, int]:
    """The boards that are played at this place, each mapped to its round, as far as the rounds are drawn."""
    number, seat = place.entry.number, place.seat
    last = int(min(place.last_round, state.drawn))
    rounds: dict[int, int] = {}
    for round in range(place.from_round, last + 1):
        for board in _boards(state, section, number, seat, round):
            rounds[board] = round
    return rounds


def known(
    state: SessionState, section: SectionState, change: PlaceChange, results: Results
) -> Iterator[str]:
    """Yield a sentence if the substitute may have seen, as a director, results of boards that they are to play.

    That is so if the substitute may direct, had no place in some round that has begun, and these boards have results.
    """
    member = change.member
    if not may_direct(state.session, member) or _has_been_there(state, member):
        return
    to_play: set[int] = set()
    for round in _rounds(state, change, _first_to_play(state)):
        to_play |= {*_boards(state, section, change.number, change.seat, round)}
    seen = to_play & {slot.board for slot in results.settled}
    if seen:
        words = _(
            "%(name)s may direct, and see what other tables did on boards that are to be played here: %(boards)s. "
            "Who has looked at one does not play it (Law %(law)s)."
        )
        boards = ", ".join(map(str, sorted(seen)))
        law = "16D" if state.session.law == "2017" else "16C"
        yield words % {"name": member.name, "boards": boards, "law": law}


def _agreed_by_alone(result: SlotResult, slot: SlotState, person: int) -> bool:
    """True if both sides have agreed to the result, and this person is the only one of their side who has agreed.

    `person` is the id of the person.
    """
    if result.standing(slot.sides) != AGREED:
        return False
    return any(result.signers & slot.of_side(side) == {person} for side in Side)


def _has_been_there(state: SessionState, member: Member) -> bool:
    """True if the member has had a place in every round that has begun, so that all results were hidden from them."""
    missed = set(range(1, state.round + 1))
    for _section, place in state.had_by(member):
        last = int(min(place.last_round, state.round))
        missed -= {*range(place.from_round, last + 1)}
    return not missed


def _recorded(
    state: SessionState, section: SectionState, change: PlaceChange, results: Results
) -> Iterator[str]:
    """Yield a sentence for each round of the change whose results are recorded and would count for the substitute."""
    holders = holders_of(section, change)
    for round, boards in _boards_recorded(state, section, change, results):
        if not _holds(holders, change.member, round):
            words = _(
                "Boards of round %(round)s are recorded already, and become those of %(name)s: %(boards)s."
            )
            named = ", ".join(map(str, boards))
            values = {"round": round, "name": change.member.name, "boards": named}
            yield words % values


def _boards_recorded(
    state: SessionState, section: SectionState, change: PlaceChange, results: Results
) -> Iterator[tuple[int, list[int]]]:
    """Yield each round of a change in which boards at the place have results or rulings, with the numbers of these
    boards."""
    for round in _rounds(state, change, 1):
        row = section.row_of(round, change.number, change.seat)
        if row is None:
            continue
        settled = []
        for board in state.boards_in(row):
            if Slot(section.letter, round, row.table, board) in results.settled:
                settled.append(board)
        if settled:
            yield round, settled
