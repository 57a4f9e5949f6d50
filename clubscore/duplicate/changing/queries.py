"""Ways to change a plan, computed by `scoring.movements.change`, in words."""

from collections.abc import Mapping, Set
from contextlib import suppress
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.duplicate.results import Results, results_of
from clubscore.duplicate.sight import Moment, Viewer, may_see, moment_of
from clubscore.duplicate.state import SectionState, SessionState
from clubscore.languages import refusal_told
from clubscore.refusals import Refused
from scoring.errors import InvalidMovement
from scoring.movements.change.late_pair import late_pair
from scoring.movements.change.proposal import Price, Proposal
from scoring.movements.change.rounds import other_rounds
from scoring.movements.change.withdrawal import withdrawal

NOT_OF = {
    ("late pair", "player"): gettext_lazy(
        "An individual is planned for 8 or for 12 players, and nobody else can be let in: "
        "whoever comes late takes a number that is open."
    ),
    ("late pair", "team"): gettext_lazy(
        "A match of teams is planned for those that are there, and no other team can be let in: "
        "a team that comes late takes a number that is open."
    ),
    ("late pair", "swiss_pairs"): gettext_lazy(
        "A Swiss is drawn for those that are there: a pair that comes late takes a number that is open, "
        "and is in the next draw."
    ),
    ("withdrawal", "swiss_pairs"): gettext_lazy(
        "Every match is drawn with both of its pairs, so none can be taken out: rule on the boards that are not played."
    ),
    ("misplay", "swiss_pairs"): gettext_lazy(
        "A match cannot be planned anew around what was played otherwise: rule on its boards."
    ),
    ("withdrawal", "player"): gettext_lazy(
        "A table of three cannot play, so no player can be taken out of an individual: rule on "
        "the boards that are not played, or play fewer rounds."
    ),
    ("withdrawal", "team"): gettext_lazy(
        "Every match is planned with both of its teams, so none can be taken out: rule on the "
        "boards that are not played."
    ),
    ("rounds", "team"): gettext_lazy(
        "The two halves of a match are played in different rounds: teams play all of those planned."
    ),
    ("rounds", "swiss"): gettext_lazy(
        "A Swiss plays the rounds it was opened with, or fewer: the page of the next draw ends it."
    ),
    ("misplay", "player"): gettext_lazy(
        "An individual cannot be planned anew around what was played otherwise: rule on the boards."
    ),
    ("misplay", "team"): gettext_lazy(
        "A match cannot be planned anew around what was played otherwise: rule on its boards."
    ),
}
"""Changes that a form of play does not have, with the reason and what can be done instead."""
MORE_ROUNDS = 2
"""Rounds that may be added at once: nobody wants more of an evening that is under way."""


def refused_by_form(state: SessionState, change: str) -> str:
    """The reason for which the form of play of a session does not have a change, named as in NOT_OF; or empty."""
    of_swiss = NOT_OF.get((change, "swiss")) if state.session.is_swiss else None
    of_form = NOT_OF.get((change, state.session.form)) or NOT_OF.get((change, state.session.noun))
    return str(of_swiss or of_form or "")


def refuse_form(state: SessionState, change: str) -> None:
    """Raises Refused for a change, named as in NOT_OF, that the form of play of a session does not have."""
    if words := refused_by_form(state, change):
        raise Refused(words)


def late_pair_ways(section: SectionState, from_round: int) -> tuple[Proposal, ...]:
    """Ways to let one more pair play from a round on, the cheapest first; none where none is found."""
    try:
        return late_pair(section.movement, from_round)
    except InvalidMovement:
        return ()


def withdrawal_ways(section: SectionState, number: int, from_round: int) -> tuple[Proposal, ...]:
    """Ways to go on without an entry from a round on, the cheapest first; none where none is found."""
    try:
        return withdrawal(section.movement, number, from_round)
    except InvalidMovement:
        return ()


def rounds_ways(state: SessionState) -> dict[int, Mapping[str, Proposal]]:
    """Other numbers of rounds that every section can play, the nearest to the plan first: its way, by its letter."""
    found: dict[int, Mapping[str, Proposal]] = {}
    if refused_by_form(state, "rounds"):
        return found
    seen = seen_sets(state, results_of(state.session.pk))
    more = MORE_ROUNDS if state.session.noun == "pair" else 0
    numbers = range(max(state.round, 1), state.rounds + more + 1)
    for rounds in sorted(numbers, key=lambda number: abs(number - state.rounds)):
        if rounds != state.rounds:
            with suppress(InvalidMovement):
                found[rounds] = _with_rounds(state, rounds, seen)
    return found


def why_no_more(state: SessionState) -> str:
    """The reason for which no round is added; empty where one is offered, or where no rounds are changed at all."""
    if refused_by_form(state, "rounds"):
        return ""
    if state.session.noun != "pair":
        return _("An individual is planned so that everybody partners everybody once.")
    try:
        _with_rounds(state, state.rounds + 1, seen_sets(state, results_of(state.session.pk)))
    except InvalidMovement as refusal:
        return refusal_told(refusal)
    return ""


def seen_sets(state: SessionState, results: Results) -> Mapping[str, Set[tuple[int, int]]]:
    """By section the entries, each with a set of boards of which it may see the results or cards of one by now."""
    moment = moment_of(state, results)
    of_board: dict[int, Moment] = {}
    with_something = range(1, state.boards + 1) if state.session.deal_set_id else {slot.board for slot in moment.signed}
    for board in with_something:
        plan = {slot: numbers for slot, numbers in moment.plan.items() if slot.board == board}
        of_board[board] = replace(moment, plan=plan)
    return {
        section.letter: {
            (number, (board - 1) // state.session.boards_a_round + 1)
            for number in section.entries
            for board, at in of_board.items()
            if may_see(Viewer((section.letter, number)), board, at)
        }
        for section in state.sections
    }


def _with_rounds(state: SessionState, rounds: int, seen: Mapping[str, Set[tuple[int, int]]]) -> Mapping[str, Proposal]:
    """The way of each section to another number of rounds. Raises InvalidMovement if one of them has none."""
    return {
        section.letter: other_rounds(section.movement, rounds, state.round + 1, seen=seen[section.letter])
        for section in state.sections
    }


def price_in_words(price: Price) -> list[str]:
    """The price of a way, a sentence each; one alone where it costs nothing."""
    sits_out = _("Number %(number)s sits out round %(round)s.")
    said = [sits_out % {"number": entry, "round": number} for number, entry in price.sit_outs]
    if price.short:
        said.append(_fewer(len(price.short), sum(had - has for _board, had, has in price.short)))
    if price.tables:
        cards = ngettext(
            "New guide cards for table %(tables)s.", "New guide cards for tables %(tables)s.", len(price.tables)
        )
        said.append(cards % {"tables": ", ".join(str(table) for table in price.tables)})
    not_played = _("Round %(round)s, table %(table)s: not played. Rule on its boards (Law 12C2).")
    said += [not_played % {"round": number, "table": table} for number, table in price.artificial]
    if price.alone:
        alone = ngettext(
            "%(number)s set that only one table plays: not compared.",
            "%(number)s sets that only one table plays: not compared.",
            len(price.alone),
        )
        said.append(alone % {"number": len(price.alone)})
    return said or [_("Nothing changes for anybody else.")]


def _fewer(sets: int, results: int) -> str:
    """So many results fewer on these sets: at least one on each."""
    words = _("%(sets)s sets of boards with %(results)s fewer results.")
    if sets == 1:
        words = ngettext(
            "%(sets)s set of boards with %(results)s fewer result.",
            "%(sets)s set of boards with %(results)s fewer results.",
            results,
        )
    return words % {"sets": sets, "results": results}
