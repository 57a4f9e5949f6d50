"""Sets of boards of which an entry may already have seen something: such an entry does not get these boards."""

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import replace

from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.outcomes.sight import SessionMoment, Viewer, may_see, moment_of
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from scoring.movements.plan import Movement


def seen_sets(
    state: SessionState, moments: Mapping[int, SessionMoment]
) -> Mapping[str, Set[tuple[int, int]]]:
    """The sets of boards of which entries may have seen something, by section letter.

    Each value has pairs of two numbers: the number of an entry and the number of a set of boards. A pair means that the
    entry may already see a result or the cards of a board of that set. `moments` has, for each board, the facts of play
    that decide who may see its results and cards now.
    """
    seen: dict[str, set[tuple[int, int]]] = {}
    for section in state.sections:
        seen[section.letter] = set()
        for number in section.entries:
            for boards in seen_by(state, Viewer((section.letter, number)), moments):
                seen[section.letter].add((number, boards))
    return seen


def moments_of_boards(
    state: SessionState, results: Results
) -> Mapping[int, SessionMoment]:
    """For each board, a SessionMoment: the facts of play that decide who may see the board's results and cards now.

    The mapping has the boards with a signed result. If the session has a set of prepared deals, it has all boards.
    """
    moment = moment_of(state, results)
    boards: Iterable[int] = {slot.board for slot in moment.signed}
    if state.session.deal_set_id:
        boards = range(1, state.boards + 1)
    plans: dict[int, dict[Slot, frozenset[int]]] = {}
    for board in boards:
        plans[board] = {}
    for slot, numbers in moment.plan.items():
        if slot.board in plans:
            plans[slot.board][slot] = numbers
    return {board: replace(moment, plan=plan) for board, plan in plans.items()}


def seen_by(
    state: SessionState, viewer: Viewer, moments: Mapping[int, SessionMoment]
) -> Set[int]:
    """The numbers of the sets of boards of which a viewer may see the results or the cards of at least one board now.

    `moments` has, for each board, the facts of play that decide who may see its results and cards now.
    """
    size = state.session.boards_a_round
    sets: set[int] = set()
    for board, moment in moments.items():
        if may_see(viewer, board, moment):
            sets.add((board - 1) // size + 1)
    return sets


def sets_to_come(movement: Movement, from_round: int) -> Iterator[tuple[int, int]]:
    """Yield a pair of an entry's number and a set of boards for each set that the entry plays from a round on.

    An entry that sits out plays no set.
    """
    for row in movement.from_round(from_round):
        if row.is_played:
            for entry in row.seated:
                yield entry, row.set
