"""The scorecard of an entry: its boards round by round, each compared with the field, and its place after each round.

Nothing here asks who may see it: call it only once everybody may see all boards.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from clubscore.duplicate.outcomes.outcome_words import (
    in_short,
    outcome_of_side,
    place_in_words,
)
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.outcomes.scores import Numbered, Scores, scores_of
from clubscore.duplicate.session.lineup import entry_name, entry_names, names_of
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.duplicate.slot import Slot
from clubscore.languages.spoken import figure, per_cent
from scoring import Side
from scoring.contest import Award, RankedRow
from scoring.contest.rounding import shown, two_decimals
from scoring.duplicate import score_board
from scoring.movements.plan import MovementRow


class Seated(NamedTuple):
    """An entry that plays a board: the slot, its row in the plan, the entry's number and its side."""

    slot: Slot
    row: MovementRow
    number: int
    side: Side
    own: Any = None
    """The viewer's own board, with what the viewer may do about it; None on the card of others."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """An entry on the other side, with the code that leads to its card, such as `A7`."""

    code: str
    number: str
    names: str


@dataclass(frozen=True, slots=True)
class CardBoard:
    """One board of a scorecard, seen from the side of the entry."""

    slot: Slot
    words: str
    points: int | None
    award: str
    """The award in per cent of the top, without the sign, or its points where there is no top; empty without one."""
    share: int | None
    """The award in whole per cent of the top, for the bar; None on a scale without a top."""
    own: Any


@dataclass(slots=True)
class ScorecardRound:
    """The boards of one round against one side, with what they brought and the place after the round."""

    number: int
    opponents: tuple[Opponent, ...]
    award: str = ""
    place: str = ""
    boards: list[CardBoard] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Scorecard:
    """The card of one entry. `place` and `award` are those of the ranking, which takes penalties off."""

    number: str
    names: str
    place: str
    award: str
    of: int
    """The number of entries in the list."""
    rounds: tuple[ScorecardRound, ...]
    has_penalties: bool


def entry_called(state: SessionState, code: str) -> Numbered | None:
    """The entry with this code, such as `A7`; None if the session has no such entry."""
    for section in state.sections:
        for number in section.entries:
            if code == f"{section.letter}{number}":
                return section.letter, number
    return None


def boards_of(state: SessionState, entry: Numbered) -> Iterator[Seated]:
    """Yield the boards that an entry was to play by the plan, in the rounds that have begun."""
    letter, number = entry
    for slot, row in slots_of(state):
        if slot.letter == letter and number in row.seated and slot.round <= state.round:
            side = Side.EW
            if number in (row.north, row.south):
                side = Side.NS
            yield Seated(slot, row, number, side)


def scorecard(
    state: SessionState, results: Results, entry: Numbered, boards: Iterable[Seated]
) -> Scorecard:
    """The card of an entry with these boards, round by round."""
    scores = scores_of(state, results)
    places = _places(scores, entry)
    rounds: dict[tuple[int, tuple[Opponent, ...]], ScorecardRound] = {}
    awards: defaultdict[int, list[Award]] = defaultdict(list)
    for seated in sorted(boards, key=lambda seated: (seated.slot.round, seated.slot)):
        award = _award_of(scores, seated)
        if award:
            awards[seated.slot.round].append(award)
        key = seated.slot.round, _opponents(state, seated)
        played = rounds.setdefault(key, ScorecardRound(*key))
        played.boards.append(_board(results, seated, award))
    for played in rounds.values():
        played.award = _in_all(awards[played.number])
        played.place = places.get(played.number, "")
    section = _section(state, entry[0])
    row, of = _ranked(scores, entry)
    place = ""
    if row:
        place = place_in_words(row.place, row.is_tied)
    return Scorecard(
        number=entry_name(state, section, entry[1]),
        names=entry_names(section, entry[1]),
        place=place,
        award=_total(row),
        of=of,
        rounds=tuple(rounds.values()),
        has_penalties=bool(results.penalties),
    )


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


def _opponents(state: SessionState, seated: Seated) -> tuple[Opponent, ...]:
    """The entries that sit on the other side, with the members who play for them in that round."""
    section = _section(state, seated.slot.letter)
    row = seated.row
    numbers = (row.north, row.south) if seated.side is Side.EW else (row.east, row.west)
    opponents = []
    for number in dict.fromkeys(numbers):
        if number:
            opponent = Opponent(
                code=f"{section.letter}{number}",
                number=entry_name(state, section, number),
                names=names_of(section.members_in(number, row.round)),
            )
            opponents.append(opponent)
    return tuple(opponents)


def _board(results: Results, seated: Seated, award: Award | None) -> CardBoard:
    """A board of the card: its result in words, the points of the side, and the award."""
    words, points = _result(results, seated)
    share = None
    awards = []
    if award:
        awards = [award]
    if award and award.top:
        share = round(100 * award.points / award.top)
    return CardBoard(
        slot=seated.slot,
        words=words,
        points=points,
        award=_sum(awards),
        share=share,
        own=seated.own,
    )


def _result(results: Results, seated: Seated) -> tuple[str, int | None]:
    """The result of a board in words, and the points of the entry's side; None without points."""
    if seated.own:
        return seated.own.words, seated.own.points
    ruled = results.rulings.get(seated.slot)
    if ruled:
        return outcome_of_side(ruled.outcome, seated.side), None
    result = results.get(seated.slot)
    if result is None:
        return "–", None
    facts = result.play.facts
    points = score_board(seated.slot.board, facts).score
    if seated.side is Side.EW:
        points = -points
    return in_short(facts), points


def _in_all(awards: list[Award]) -> str:
    """The awards together, in per cent of their tops or as a sum of points; empty without an award."""
    written = _sum(awards)
    return per_cent(written) if any(award.top for award in awards) else written


def _sum(awards: list[Award]) -> str:
    """The figure of the awards together without the sign of per cent; empty without an award."""
    if not awards:
        return ""
    points = sum((award.points for award in awards), Fraction(0))
    top = sum(award.top for award in awards)
    if top:
        return figure(two_decimals(100 * points / top))
    return figure(shown(points))


def _total(row: RankedRow | None) -> str:
    """The figure of an entry in the ranking: its percentage, or its points; empty if it is not ranked."""
    if row is None:
        return ""
    if row.percent is not None:
        return per_cent(figure(two_decimals(row.percent)))
    return figure(shown(row.score))


def _ranked(scores: Scores, entry: Numbered) -> tuple[RankedRow | None, int]:
    """The entry's row in the first list that ranks it, and the length of that list; (None, 0) if no list does."""
    for ranked in scores.result.lists:
        for row in ranked.rows:
            if scores.entry(row.entry) == entry:
                return row, len(ranked.rows)
    return None, 0


def _places(scores: Scores, entry: Numbered) -> Mapping[int, str]:
    """The entry's place after each round in words, by round, among those of its list.

    The awards of all boards so far are compared; penalties are left out. Empty if matches become victory points, which
    are not known before the end of a match.
    """
    if scores.contest.rules.has_victory_points:
        return {}
    peers = _peers(scores, entry)
    brought: defaultdict[int, list[tuple[int, Award]]] = defaultdict(list)
    for slot, scored in scores.slots.items():
        for number, award in scored.awarded:
            if number in peers and award:
                brought[slot.round].append((number, award))
    points: defaultdict[int, Fraction] = defaultdict(Fraction)
    tops: defaultdict[int, int] = defaultdict(int)
    places = {}
    for round in sorted(brought):
        for number, award in brought[round]:
            points[number] += award.points
            tops[number] += award.top
        standing = {number: points[number] / (tops[number] or 1) for number in points}
        mine = scores.entries.index(entry) + 1
        if mine in standing:
            places[round] = _place_of(standing, mine)
    return places


def _peers(scores: Scores, entry: Numbered) -> set[int]:
    """The numbers in the contest of all entries of the first list that ranks this entry."""
    for ranked in scores.result.lists:
        numbers = {row.entry for row in ranked.rows}
        if any(scores.entry(number) == entry for number in numbers):
            return numbers
    return set()


def _place_of(standing: Mapping[int, Fraction], mine: int) -> str:
    """The place of the entry `mine` among these standings, in words."""
    better = sum(value > standing[mine] for value in standing.values())
    equal = sum(value == standing[mine] for value in standing.values())
    return place_in_words(better + 1, equal > 1)
