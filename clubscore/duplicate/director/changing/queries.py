"""Ways to change a plan, computed by `scoring.movements.change`, in words.

A way to go on is a possible plan for the coming rounds, with a price: the disadvantages for those who play.
"""

from collections.abc import Collection, Mapping, Set
from contextlib import suppress

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.duplicate.director.seating.seen import (
    moments_of_boards,
    seen_by,
    seen_sets,
    sets_to_come,
)
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.sight import Viewer
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.languages.spoken import refusal_told
from clubscore.refusals import Refused
from scoring.errors import InvalidMovement
from scoring.movements.change.late_pair import late_pair
from scoring.movements.change.proposal import Price, Proposal
from scoring.movements.change.rounds import other_rounds
from scoring.movements.change.swiss_withdrawal import (
    AT_ONCE,
    DRAWN_AGAIN,
    swiss_withdrawal,
)
from scoring.movements.change.withdrawal import withdrawal

NOT_OF = {
    ("late pair", "player"): gettext_lazy(
        "An individual is planned for the players of its tables, and nobody else can be let in: "
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
"""For each change that a form of play does not allow: the reason, and what can be done instead.

The key is the change (`late pair`, `withdrawal`, `rounds` or `misplay`) and the form of play or kind of entry.
"""
MORE_ROUNDS = 2
"""The most rounds that may be added at once."""


def form_refusal(state: SessionState, change: str) -> str:
    """The reason why the session's form of play does not allow a change; empty if it allows the change.

    `change` is `late pair`, `withdrawal`, `rounds` or `misplay`.
    """
    if state.session.is_swiss and change == "withdrawal":
        # A team is drawn no more, where other plans need it.
        return ""
    if change == "rounds" and state.may_change_rounds:
        return ""
    kinds = [state.session.form, state.session.noun]
    if state.session.is_swiss:
        kinds = ["swiss", *kinds]
    for kind in kinds:
        if reason := NOT_OF.get((change, kind)):
            return str(reason)
    return ""


def require_form_that_allows(state: SessionState, change: str) -> None:
    """Raises Refused if the session's form of play does not allow a change.

    `change` is `late pair`, `withdrawal`, `rounds` or `misplay`.
    """
    if words := form_refusal(state, change):
        raise Refused(words)


def late_pair_ways(state: SessionState, section: SectionState) -> tuple[Proposal, ...]:
    """The ways to let one more pair play from the next round on, the cheapest first; empty if there are none.

    No way gives an entry new boards whose results or cards the entry may already have seen. The late pair gets no
    boards whose results or cards every member may see.
    """
    coming = state.round + 1
    try:
        ways = late_pair(section.movement, coming)
    except InvalidMovement:
        return ()
    moments = moments_of_boards(state, results_of(state.session.pk))
    planned = set(sets_to_come(section.movement, coming))
    seen = seen_sets(state, moments)[section.letter] - planned
    by_all = seen_by(state, Viewer(None), moments)
    return tuple(way for way in ways if not _gives_seen(way, section, seen, by_all))


def _gives_seen(
    way: Proposal,
    section: SectionState,
    seen: Set[tuple[int, int]],
    seen_by_all: Collection[int],
) -> bool:
    """True if a way gives an entry boards that the entry may already have seen.

    `seen` has pairs of an entry and a set of boards of which the entry may have seen something. `seen_by_all` has the
    sets of which every member may have seen something; they count for entries that are not in the plan yet.
    """
    new = {*way.movement.entries} - {*section.movement.entries}
    for entry, boards in sets_to_come(way.movement, way.from_round):
        if (entry, boards) in seen:
            return True
        if entry in new and boards in seen_by_all:
            return True
    return False


def withdrawal_ways(
    state: SessionState, section: SectionState, number: int
) -> tuple[Proposal, ...]:
    """The ways to go on without an entry from the next round on, the cheapest first; empty if there are none.

    In a Swiss the entry may also leave during a round, if its match of that round has no result and no ruling.
    """
    coming = state.round + 1
    with suppress(InvalidMovement):
        if state.session.is_swiss:
            return swiss_withdrawal(
                section.movement,
                number,
                coming,
                had_bye={without for _round, _letter, without in state.byes},
                at_once=not _has_results(state, section, number),
            )
        if coming <= state.rounds:
            return withdrawal(section.movement, number, coming)
    return ()


def _has_results(state: SessionState, section: SectionState, number: int) -> bool:
    """True if a table of the entry has a result or a ruling in the current round."""
    results = results_of(state.session.pk)
    settled = {slot[:3] for slot in results.settled}
    return any(
        number in row.seated and (section.letter, row.round, row.table) in settled
        for row in section.movement.by_round.get(state.round, ())
    )


def rounds_ways(state: SessionState) -> dict[int, Mapping[str, Proposal]]:
    """The numbers of rounds to which the session can change, each mapped to the new plan of every section.

    Each new plan is a way to go on, under the letter of its section. A number is possible if every section can play it.
    The numbers nearest to the planned number come first. Empty if the form of play does not allow a change of rounds.
    """
    ways: dict[int, Mapping[str, Proposal]] = {}
    if form_refusal(state, "rounds"):
        return ways
    seen = seen_sets(state, moments_of_boards(state, results_of(state.session.pk)))
    more = MORE_ROUNDS if state.session.noun == "pair" else 0
    numbers = range(max(state.round, 1), state.rounds + more + 1)
    for rounds in sorted(numbers, key=lambda number: abs(number - state.rounds)):
        if rounds != state.rounds:
            with suppress(InvalidMovement):
                ways[rounds] = _with_rounds(state, rounds, seen)
    return ways


def another_round_refusal(state: SessionState) -> str:
    """The reason why no round can be added; empty if a round can be added.

    Empty also if the form of play does not allow any change of rounds.
    """
    if form_refusal(state, "rounds"):
        return ""
    if state.session.noun == "team":
        return _("A round robin has no more rounds than it was opened with.")
    if state.session.noun != "pair":
        return _("An individual is planned so that everybody partners everybody once.")
    try:
        moments = moments_of_boards(state, results_of(state.session.pk))
        _with_rounds(state, state.rounds + 1, seen_sets(state, moments))
    except InvalidMovement as refusal:
        return refusal_told(refusal)
    return ""


def _with_rounds(
    state: SessionState, rounds: int, seen: Mapping[str, Set[tuple[int, int]]]
) -> Mapping[str, Proposal]:
    """The way to go on for every section, by its letter, if the session changes to this number of rounds.

    `seen` has, by section letter, pairs of an entry's number and a set of boards: the entry may have seen something of
    the set, so it does not get the set. Raises InvalidMovement if a section has no such way.
    """
    return {
        section.letter: other_rounds(
            section.movement, rounds, state.round + 1, seen=seen[section.letter]
        )
        for section in state.sections
    }


def way_in_words(way: Proposal) -> list[str]:
    """The disadvantages of a way to go on without an entry, a sentence for each, such as a round that a pair sits out.

    If the way draws a round of a Swiss anew, a sentence says so.
    """
    again = _(
        "Round %(round)s is drawn anew: everybody may sit elsewhere, and meet others."
    )
    if way.kind == DRAWN_AGAIN:
        return [again % {"round": way.from_round}]
    if way.kind == AT_ONCE and way.price.moved:
        return [*price_in_words(way.price), again % {"round": way.from_round + 1}]
    return price_in_words(way.price)


def price_in_words(price: Price) -> list[str]:
    """The price of a way to go on as sentences, one for each disadvantage, such as a round that a pair sits out.

    If the way has no disadvantage, one sentence says so.
    """
    sits_out = _("Number %(number)s sits out round %(round)s.")
    sentences = []
    for number, entry in price.sit_outs:
        sentences.append(sits_out % {"number": entry, "round": number})
    if price.short:
        results = sum(had - has for _board, had, has in price.short)
        sentences.append(_fewer(len(price.short), results))
    if price.tables:
        cards = ngettext(
            "New guide cards for table %(tables)s.",
            "New guide cards for tables %(tables)s.",
            len(price.tables),
        )
        sentences.append(cards % {"tables": ", ".join(map(str, price.tables))})
    not_played = _(
        "Round %(round)s, table %(table)s: not played. Rule on its boards (Law 12C2)."
    )
    for number, table in price.artificial:
        sentences.append(not_played % {"round": number, "table": table})
    if price.alone:
        alone = ngettext(
            "%(number)s set that only one table plays: not compared.",
            "%(number)s sets that only one table plays: not compared.",
            len(price.alone),
        )
        sentences.append(alone % {"number": len(price.alone)})
    return sentences or [_("Nothing changes for anybody else.")]


def _fewer(sets: int, results: int) -> str:
    """A sentence that says how many sets of boards get fewer results than planned, and how many fewer in all."""
    words = _("%(sets)s sets of boards with %(results)s fewer results.")
    if sets == 1:
        words = ngettext(
            "%(sets)s set of boards with %(results)s fewer result.",
            "%(sets)s set of boards with %(results)s fewer results.",
            results,
        )
    return words % {"sets": sets, "results": results}
