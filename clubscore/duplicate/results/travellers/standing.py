"""The standing of an entry after each round, and in the ranking, with the penalties that it has by then."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.duplicate.models import Penalty
from clubscore.duplicate.outcomes.outcome_words import place_in_words, score_in_words
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.outcomes.scores import Numbered, Scores
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.languages.spoken import figure, per_cent
from scoring.contest import ContestRules, RankedList, RankedRow, lists_after
from scoring.contest.rounding import two_decimals


class Standing(NamedTuple):
    """The place of an entry in words, the figure by which it is ranked, and the number of entries in its list."""

    place: str
    figure: str
    of: int


NOWHERE = Standing("", "", 0)
"""The standing of an entry that is in no list."""


def standing_of(scores: Scores, entry: Numbered) -> Standing:
    """The standing of an entry in the ranking; NOWHERE if it is not ranked."""
    return _standing(scores, scores.result.lists, entry)


def standings_by_round(
    state: SessionState, results: Results, scores: Scores, entry: Numbered
) -> Mapping[int, Standing]:
    """The standing of an entry after each round that has begun, by round.

    The boards of those rounds count with the awards that they have now. A penalty counts from the round in which it
    was given. A board of teams counts once both rooms have played it. So the standing after the last round is that of
    the ranking. It is NOWHERE if the entry was in no list.
    """
    counts_from = _rounds_of_awards(scores)
    given = [round_of(state, penalty) for penalty in results.penalties]
    standings = {}
    for round in range(1, state.round + 1):
        slots = [
            row for slot, row in scores.slots.items() if counts_from[slot] <= round
        ]
        penalties = []
        for since, penalty in zip(given, scores.contest.penalties, strict=True):
            if since <= round:
                penalties.append(penalty)
        byes = []
        for (of_round, *_entry), bye in zip(state.byes, scores.byes, strict=True):
            if of_round <= round:
                byes.append(bye)
        top = scores.result.top
        lists = lists_after(scores.contest, slots, penalties, byes, top)
        standings[round] = _standing(scores, lists, entry)
    return standings


def _rounds_of_awards(scores: Scores) -> dict[Slot, int]:
    """The round from which the award of each slot counts: its own, or for teams that of the later of the two rooms."""
    if not scores.contest.rules.against_the_other_room:
        return {slot: slot.round for slot in scores.slots}
    boards = {}
    last: defaultdict[tuple[int, frozenset[int | None]], int] = defaultdict(int)
    for slot, row in scores.slots.items():
        board = slot.board, frozenset(entry for entry, _award in row.awarded)
        boards[slot] = board
        last[board] = max(last[board], slot.round)
    return {slot: last[board] for slot, board in boards.items()}


def round_of(state: SessionState, penalty: Penalty) -> int:
    """The round in which a penalty was given; after play the last round, before play the first."""
    begun = [
        round for round, clock in state.starts.items() if clock.at <= penalty.given_at
    ]
    return max(begun, default=1)


def figure_with_unit(row: RankedRow, rules: ContestRules) -> str:
    """The figure by which an entry is ranked: `54.17 %`, `25.41 VP`, or a score without a unit."""
    if row.percent is not None:
        return per_cent(figure(two_decimals(row.percent)))
    points = score_in_words(row.score, rules)
    if rules.has_victory_points:
        return _("%(points)s VP") % {"points": points}
    return points


def _standing(scores: Scores, lists: Iterable[RankedList], entry: Numbered) -> Standing:
    """The standing of an entry in the first of these lists that has it; NOWHERE if none has it."""
    for ranked in lists:
        for row in ranked.rows:
            if scores.entry(row.entry) == entry:
                return Standing(
                    place_in_words(row.place, row.is_tied),
                    figure_with_unit(row, scores.contest.rules),
                    len(ranked.rows),
                )
    return NOWHERE
