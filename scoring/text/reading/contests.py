"""Turns a session that was read into a contest that can be folded, in one of the ways in which programs score."""

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from scoring.contest import Contest, ContestEntry, ContestRules, Penalty, Slot
from scoring.contest.facts import FactCheck
from scoring.duplicate.outcomes import Artificial, Average, Outcome
from scoring.errors import InvalidBoard, InvalidContest
from scoring.text.lines import InvalidLine
from scoring.text.reading.printed import (
    PrintedEntry,
    PrintedPlay,
    PrintedSession,
    on_one_line,
)
from scoring.values import Side

_SHARP: Final = re.compile(r"(?<!\S)#+")
_AVERAGES: Final = {40: Average.MINUS, 50: Average.EVEN, 60: Average.PLUS}
_CYCLE: Final = 16
"""The boards after which dealer and vulnerability begin again (Law 2)."""
_LAW_OF_PENALTY: Final = "90"
_MOST_DECIMALS: Final = 4
_MOST_HANDICAP: Final = 100
_Key = Callable[[PrintedPlay], object]


class Way(NamedTuple):
    """A way to score a session: what the file does not say."""

    rules: Mapping[str, str] = {}
    """Rules beside the scoring, the winners and the matches, as ``ContestRules.from_mapping`` takes them."""
    has_averages: bool = False
    """True if 60, 50 and 40 per cent are averages plus, even and minus, which follow the entry's other boards."""
    sections_apart: bool = False
    """True if the sections are not compared with each other."""
    scale: Fraction = Fraction(1)
    """The factor of the printed points: 2 if the file has 1 matchpoint for a lower score, otherwise 1."""


class NumberedContest(NamedTuple):
    """A contest, and for each play of its session the number that its board has in the contest."""

    contest: Contest
    boards: tuple[int, ...]


def contest_of_way(session: PrintedSession, way: Way) -> NumberedContest:
    """The contest of a session, scored in a way.

    The boards of rounds are numbered anew if each round has the same numbers.

    Raises:
        InvalidLine: for facts that no contest can have, with the line of the play.
    """
    rules = _rules(session, way)
    boards = _boards(session, way)
    check = FactCheck(rules, ())
    entries = []
    for printed in session.entries:
        entry = _entry(printed, rules)
        entries.append(entry)
        with_line(check.add_entry, entry, line=1)

    slots = []
    for play, board in zip(session.plays, boards, strict=True):
        outcome = play.outcome
        if way.has_averages:
            outcome = _averaged(outcome)
        slot = Slot(board, play.ns, play.ew, outcome, "", play.south, play.west)
        with_line(check.add_slot, slot, line=play.line)
        slots.append(slot)

    penalties = tuple(_penalties(session.entries, rules, way.scale))
    name = on_one_line(_SHARP.sub("No. ", session.name))
    contest = Contest(name, rules, tuple(entries), tuple(slots), penalties=penalties)
    return NumberedContest(contest, boards)


def with_line(add: Callable[..., None], *facts: object, line: int) -> None:
    """Add facts to a check. Raises InvalidLine with the line of the file for facts that no contest can have."""
    try:
        add(*facts)
    except (InvalidContest, InvalidBoard) as refusal:
        raise InvalidLine(refusal.message, line=line, column=1) from None


def _rules(session: PrintedSession, way: Way) -> ContestRules:
    choices = {"scoring": session.scoring, "winners": str(_winners(session))}
    if session.has_victory_points:
        choices["matches"] = "vp"
    return ContestRules.from_mapping({**choices, **way.rules})


def _winners(session: PrintedSession) -> int:
    """The number of ranked lists: as the file has it, unless its lines or its places say otherwise."""
    lines = {entry.line for entry in session.entries}
    if lines != {Side.NS, Side.EW} or session.has_victory_points:
        return 1
    if session.winners == 2:
        return 2

    firsts = {entry.line for entry in session.entries if entry.place == 1}
    has_two_firsts = firsts == {Side.NS, Side.EW}
    seconds = any(entry.place == 2 for entry in session.entries)
    if session.winners is None:
        return 2 if has_two_firsts or not firsts else 1
    return 2 if has_two_firsts and seconds else 1


def _boards(session: PrintedSession, way: Way) -> tuple[int, ...]:
    """The number of the board of each play in the contest. No entry has a number twice if that can be avoided."""
    keys: list[_Key] = []
    if _is_repeated(session):
        keys.append(_round_of)
    if way.sections_apart:
        keys.append(_section_of)

    most = max((play.board for play in session.plays), default=1)
    period = -(-most // _CYCLE) * _CYCLE
    parts: dict[tuple[object, ...], int] = {}
    boards = []
    for play in session.plays:
        part = tuple(key(play) for key in keys)
        boards.append(play.board + period * parts.setdefault(part, len(parts)))
    return tuple(boards)


def _round_of(play: PrintedPlay) -> int:
    return play.round


def _section_of(play: PrintedPlay) -> str:
    return play.section


def _is_repeated(session: PrintedSession) -> bool:
    """True if an entry has one board in several rounds, on the same side if entries are teams."""
    first_round: dict[tuple[int, int, str], int] = {}
    is_of_teams = session.scoring in ("team-imps", "bam")
    for play in session.plays:
        for entry, side in ((play.ns, "NS"), (play.ew, "EW")):
            key = entry, play.board, side if is_of_teams else ""
            if first_round.setdefault(key, play.round) != play.round:
                return True
    return False


def _entry(printed: PrintedEntry, rules: ContestRules) -> ContestEntry:
    line = printed.line if rules.winners == 2 else None
    names = printed.names or (printed.team,) * bool(printed.team)
    handicap = None
    if printed.handicap is not None and rules.ranks_by_percentages:
        value, places = printed.handicap
        if value and abs(value) <= _MOST_HANDICAP and places <= 2:
            handicap = value
    return ContestEntry(printed.number, names, line, handicap)


def _averaged(outcome: Outcome) -> Outcome:
    """The outcome, with averages in the place of 60, 50 and 40 per cent."""
    if not isinstance(outcome, Artificial):
        return outcome
    sides: list[Average | int] = []
    for side in (outcome.ns, outcome.ew):
        averaged = side
        if isinstance(side, int):
            averaged = _AVERAGES.get(side, side)
        sides.append(averaged)
    return Artificial(*sides)


def _penalties(
    entries: Iterable[PrintedEntry], rules: ContestRules, scale: Fraction
) -> Iterable[Penalty]:
    """Yield a penalty for each entry from which the file takes points off."""
    if rules.scoring == "aggregate":
        return
    unit = "imp"
    if rules.ranks_by_percentages:
        unit = "mp"
    elif rules.has_victory_points:
        unit = "vp"
    for entry in entries:
        if entry.adjustment is None or entry.adjustment.places > _MOST_DECIMALS:
            continue
        if entry.adjustment.value < 0:
            amount = -entry.adjustment.value * scale
            yield Penalty(entry.number, amount, unit, _LAW_OF_PENALTY)
