"""The scorecard of an entry: its boards round by round, each compared with the field, and its place after each round.

Nothing here asks who may see it: call it only once everybody may see all boards.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from clubscore.duplicate.models import Penalty
from clubscore.duplicate.outcomes.lost import given_up, lost_boards
from clubscore.duplicate.outcomes.outcome_words import (
    in_short,
    outcome_of_side,
    score_in_words,
)
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.outcomes.scores import Numbered, Scores, scores_of
from clubscore.duplicate.outcomes.withdrawn import Owed
from clubscore.duplicate.results.travellers.standing import (
    NOWHERE,
    Standing,
    round_of,
    standing_of,
    standings_by_round,
)
from clubscore.duplicate.session.lineup import (
    entry_name,
    entry_names,
    names_of,
    table_name,
)
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.duplicate.slot import Slot
from clubscore.languages.spoken import figure, per_cent
from scoring import Side
from scoring.contest import Award
from scoring.contest.matches import BYE
from scoring.contest.rounding import shown, two_decimals
from scoring.duplicate import score_board
from scoring.movements.plan import MovementRow


class Seated(NamedTuple):
    """An entry that was to play a board: the slot, its row in the plan, the entry's number and its side."""

    slot: Slot
    row: MovementRow
    number: int
    side: Side
    is_lost: bool = False
    """True if the board is not played any more, because the plan was changed or a pair went home."""
    own: Any = None
    """The viewer's own board, with what the viewer may do about it; None on the card of others."""


@dataclass(frozen=True, slots=True)
class CardLink:
    """An entry with the code that leads to its card, such as `A7`."""

    code: str
    number: str
    names: str


@dataclass(frozen=True, slots=True)
class CardBoard:
    """One board of a scorecard, seen from the side of the entry."""

    slot: Slot
    table: str
    """The name of the table for a team, which plays each board at two; else empty."""
    words: str
    verdict: str
    """The name of the director who ruled on the board, and the law; empty without a ruling."""
    points: int | None
    award: str
    """The award in per cent of the top, without the sign, or its points where there is no top; empty without one."""
    share: int | None
    """The award in whole per cent of the top, for the bar; None on a scale without a top."""
    own: Any


@dataclass(slots=True)
class ScorecardRound:
    """The boards of one round against one side, with what they brought and the standing after the round.

    It has no boards if the entry sat out. Of several sides in one round the last has the standing.
    """

    number: int
    opponents: tuple[CardLink, ...]
    award: str = ""
    after: Standing = NOWHERE
    boards: list[CardBoard] = field(default_factory=list)


class CardPenalty(NamedTuple):
    """A penalty of the entry, with the round from which it counts; the round is None if it was given after play."""

    penalty: Penalty
    round: int | None


@dataclass(frozen=True, slots=True)
class Scorecard:
    """The card of one entry, with its standing in the ranking."""

    code: str
    """The code of the entry, such as `A7`, that leads to the card."""
    number: str
    names: str
    standing: Standing
    rounds: tuple[ScorecardRound, ...]
    penalties: tuple[CardPenalty, ...]


def entry_called(state: SessionState, code: str) -> Numbered | None:
    """The entry with this code, such as `A7`; None if the session has no such entry."""
    for section in state.sections:
        for number in section.entries:
            if code == f"{section.letter}{number}":
                return section.letter, number
    return None


def card_link(
    state: SessionState, section: SectionState, number: int, names: str
) -> CardLink:
    """An entry with these names, with the way to its card."""
    code = f"{section.letter}{number}"
    return CardLink(code, entry_name(state, section, number), names)


def boards_of(state: SessionState, entry: Numbered) -> Iterator[Seated]:
    """Yield the boards that an entry was to play in the rounds that have begun, with those that it has lost."""
    letter, number = entry
    for slot, row in slots_of(state):
        if _is_begun(state, slot) and slot.letter == letter and number in row.seated:
            yield Seated(slot, row, number, _side_of(row, number))
    for slot, row in lost_boards(state, given_up(state)).items():
        if _is_begun(state, slot) and slot.letter == letter and number in row.seated:
            yield Seated(slot, row, number, _side_of(row, number), is_lost=True)


def _is_begun(state: SessionState, slot: Slot) -> bool:
    """True if the round of a slot has begun."""
    return slot.round <= state.round


def _side_of(row: MovementRow, number: int) -> Side:
    """The side of an entry that sits in a row."""
    if number in (row.north, row.south):
        return Side.NS
    return Side.EW


def rounds_sat_out(state: SessionState, entry: Numbered) -> set[int]:
    """The rounds that have begun in which an entry was there and met nobody."""
    letter, number = entry
    section = _section(state, letter)
    met = section.rounds_of(number)
    sat_out = set()
    for round in range(1, state.round + 1):
        if round not in met and section.are_there([number], round):
            sat_out.add(round)
    return sat_out


def scorecard(
    state: SessionState,
    results: Results,
    entry: Numbered,
    boards: Iterable[Seated],
    sat_out: Collection[int],
) -> Scorecard:
    """The card of an entry with these boards, round by round, and the rounds that it sat out."""
    scores = scores_of(state, results)
    rounds = _rounds(state, results, scores, boards)
    for number in {*sat_out} - {played.number for played in rounds}:
        rounds.append(ScorecardRound(number, (), _bye(state, entry, number)))
    rounds.sort(key=lambda played: played.number)
    after = standings_by_round(state, results, scores, entry)
    last = {played.number: played for played in rounds}
    for number, played in last.items():
        played.after = after.get(number, NOWHERE)
    section = _section(state, entry[0])
    return Scorecard(
        code=f"{entry[0]}{entry[1]}",
        number=entry_name(state, section, entry[1]),
        names=entry_names(section, entry[1]),
        standing=standing_of(scores, entry),
        rounds=tuple(rounds),
        penalties=_penalties(state, results, entry),
    )


def _rounds(
    state: SessionState, results: Results, scores: Scores, boards: Iterable[Seated]
) -> list[ScorecardRound]:
    """The boards by round and by opponents, with what they brought.

    A team plays each board at two tables, perhaps in two rounds: its award counts where the board comes first.
    """
    rounds: dict[tuple[int, tuple[CardLink, ...]], ScorecardRound] = {}
    awards: defaultdict[tuple[int, tuple[CardLink, ...]], list[Award]]
    awards = defaultdict(list)
    counted: set[int] = set()
    for seated in sorted(boards, key=_by_board):
        board = seated.slot.board
        key = seated.slot.round, _opponents(state, seated)
        award = _award_of(scores, seated)
        if award and board not in counted:
            awards[key].append(award)
            counted.add(board)
        played = rounds.setdefault(key, ScorecardRound(*key))
        played.boards.append(_board(state, results, scores, seated, award))
    for key, played in rounds.items():
        played.award = _in_all(awards[key])
    return list(rounds.values())


def _by_board(seated: Seated) -> tuple[int, int, Slot]:
    """The sort key of a board on a card: its round, then its number."""
    return seated.slot.round, seated.slot.board, seated.slot


def _section(state: SessionState, letter: str) -> SectionState:
    """The section with this letter. Fails if the session has no such section."""
    section = state.section(letter)
    assert section
    return section


def _award_of(scores: Scores, seated: Seated) -> Award | None:
    """The award of an entry for a board; None if it has none."""
    scored = scores.slots.get(seated.slot)
    if scored is None:
        return None
    by_entry = dict(scored.awarded)
    entry = seated.slot.letter, seated.number
    if entry not in scores.entries:
        return None
    return by_entry.get(scores.entries.index(entry) + 1)


def _opponents(state: SessionState, seated: Seated) -> tuple[CardLink, ...]:
    """The entries that sit on the other side, with the members who play for them in that round.

    An entry that had gone home before has the names of all who played for it.
    """
    section = _section(state, seated.slot.letter)
    row = seated.row
    numbers = (row.north, row.south) if seated.side is Side.EW else (row.east, row.west)
    opponents = []
    for number in dict.fromkeys(numbers):
        if number:
            members = section.members_in(number, row.round)
            members = members or section.players_in(number, row.round)
            names = names_of(members) or entry_names(section, number)
            opponents.append(card_link(state, section, number, names))
    return tuple(opponents)


def _board(
    state: SessionState,
    results: Results,
    scores: Scores,
    seated: Seated,
    award: Award | None,
) -> CardBoard:
    """A board of the card: its result in words, the points of the side, and the award."""
    slot = seated.slot
    words, points = result_of_side(results, slot, seated.side)
    if seated.is_lost:
        words, points = lost_of_side(results, scores.owed, slot, seated.side), None
    table = ""
    if state.session.noun == "team" and not seated.own:
        table = table_name(state, _section(state, slot.letter), slot.table)
    share = None
    in_figures = ""
    if award:
        in_figures = figure(shown(award.points))
    if award and award.top:
        share = round(100 * award.points / award.top)
        in_figures = figure(two_decimals(100 * award.points / award.top))
    return CardBoard(
        slot=slot,
        table=table,
        words=words,
        verdict=_verdict(results, slot),
        points=points,
        award=in_figures,
        share=share,
        own=seated.own,
    )


def _verdict(results: Results, slot: Slot) -> str:
    """The name of the director who ruled on a board, and the law; empty without a ruling."""
    ruled = results.rulings.get(slot)
    if ruled is None:
        return ""
    words = {"name": ruled.ruling.ruled_by.name, "law": ruled.ruling.law}
    if ruled.ruling.law:
        return _("§ %(name)s, Law %(law)s") % words
    return _("§ %(name)s") % words


def result_of_side(results: Results, slot: Slot, side: Side) -> tuple[str, int | None]:
    """The result or ruling on a board in words, as it counts for one side, and the points of that side.

    The points are None if there is no result, or if the director has ruled.
    """
    if ruled := results.rulings.get(slot):
        words = _("ruled: %(outcome)s")
        return words % {"outcome": outcome_of_side(ruled.outcome, side)}, None
    result = results.get(slot)
    if result is None:
        return _("no result"), None
    facts = result.play.facts
    points = score_board(slot.board, facts).score
    if side is Side.EW:
        points = -points
    return in_short(facts), points


def lost_of_side(
    results: Results, owed: Mapping[Slot, Owed], slot: Slot, side: Side
) -> str:
    """The score of one side for a board that it has lost, in words."""
    if slot in results.rulings:
        words, _points = result_of_side(results, slot, side)
        return words
    if slot in owed:
        average = outcome_of_side(owed[slot].score, side)
        return _("not played: %(average)s (Law 12C2)") % {"average": average}
    return _("not played")


def _in_all(awards: Collection[Award]) -> str:
    """The awards together, in per cent of their tops or as a sum of points; empty without an award."""
    if not awards:
        return ""
    points = sum((award.points for award in awards), Fraction(0))
    top = sum(award.top for award in awards)
    if top:
        return per_cent(figure(two_decimals(100 * points / top)))
    return figure(shown(points))


def _bye(state: SessionState, entry: Numbered, round: int) -> str:
    """The victory points of an entry for a round without an opponent, in words; empty without victory points."""
    if (round, *entry) not in state.byes:
        return ""
    rules = state.session.contest_rules
    if not rules.has_victory_points:
        return ""
    return _("%(points)s for a bye") % {"points": score_in_words(BYE, rules)}


def _penalties(
    state: SessionState, results: Results, entry: Numbered
) -> tuple[CardPenalty, ...]:
    """The penalties of an entry, each with the round from which it counts."""
    pk = _section(state, entry[0]).entries[entry[1]].pk
    ended_at = state.session.ended_at
    penalties = []
    for penalty in results.penalties:
        if penalty.entry_id == pk:
            since: int | None = round_of(state, penalty)
            if ended_at and penalty.given_at >= ended_at:
                since = None
            penalties.append(CardPenalty(penalty, since))
    return tuple(penalties)
