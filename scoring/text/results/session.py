"""The results of a contest as result files need them."""

from collections.abc import Iterator
from typing import Final

from scoring.contest import Contest, ContestEntry, RankedRow, Result
from scoring.contest.comparing.butler import AgainstDatum
from scoring.contest.result import ScoredSlot
from scoring.text.results.values import (
    LISTS,
    EntryPlayer,
    Pair,
    ResultMatch,
    SessionForm,
    SessionResults,
    Traveller,
    TravellerLine,
)
from scoring.values import Side

_HALVES: Final = (Side.NS, Side.NS, Side.EW, Side.EW)
"""The halves of the first four players of a team."""


def session_results(contest: Contest, result: Result) -> SessionResults:
    """The results of a contest, without club, day and cards. The entries have the numbers of the contest's entries."""
    return SessionResults(
        contest.name,
        contest.rules,
        tuple(_pairs(contest, result)),
        _travellers(result),
        form=_form(contest),
        matches=tuple(_matches(result)),
        byes=contest.byes,
    )


def _form(contest: Contest) -> SessionForm:
    """The form of a contest. A contest does not say if matches of teams were drawn as in a Swiss."""
    if contest.rules.against_the_other_room:
        return SessionForm.TEAMS
    if any(slot.south is not None for slot in contest.slots):
        return SessionForm.INDIVIDUAL
    if contest.rules.has_matches:
        return SessionForm.SWISS_PAIRS
    return SessionForm.PAIRS


def _travellers(result: Result) -> tuple[Traveller, ...]:
    """The boards in the order of their numbers, without boards that have no award."""
    lines: dict[int, list[TravellerLine]] = {}
    datums: dict[int, set[int]] = {}
    for scored in result.slots:
        slot, ns, ew, *_partners = scored
        if ns is None or ew is None:
            continue
        line = TravellerLine(
            slot.ns,
            slot.ew,
            slot.outcome,
            ns.points,
            ew.points,
            _remark(scored),
            south=slot.south,
            west=slot.west,
        )
        lines.setdefault(slot.board, []).append(line)
        if isinstance(ns.why, AgainstDatum):
            datums.setdefault(slot.board, set()).add(ns.why.datum)

    travellers = []
    for board in sorted(lines):
        of_board = datums.get(board, set())
        datum = of_board.pop() if len(of_board) == 1 else None
        travellers.append(Traveller(board, tuple(lines[board]), datum))
    return tuple(travellers)


def _remark(scored: ScoredSlot) -> str:
    """The awards of South and West in an individual, if they differ from those of North and East; else nothing."""
    remarks = []
    for name, own, partner in (
        ("South", scored.south, scored.ns),
        ("West", scored.west, scored.ew),
    ):
        if own and partner and own.points != partner.points:
            remarks.append(f"{name} is awarded {float(own.points):.4f}")
    return ", ".join(remarks)


def _matches(result: Result) -> Iterator[ResultMatch]:
    """Yield the matches in which a board has an award."""
    for one, other in result.matches:
        if one.boards or other.boards:
            yield ResultMatch(
                one.entry,
                other.entry,
                one.points,
                other.points,
                one.victory_points,
                other.victory_points,
            )


def _pairs(contest: Contest, result: Result) -> Iterator[Pair]:
    """Yield the entries list by list, the winner first, then the entries that have played and are in no list."""
    unranked = {entry.number: entry for entry in contest.entries}
    is_of_teams = contest.rules.against_the_other_room
    strata = _Strata(contest, result)
    for ranked in result.lists:
        if ranked.name not in LISTS:
            continue
        for row in ranked.rows:
            entry = unranked.pop(row.entry)
            pair = _ranked_pair(entry, row, is_of_teams=is_of_teams)
            yield strata.added_to(pair, entry)

    played: set[int] = set()
    for scored in result.slots:
        for number, award in scored.awarded:
            if number is not None and award:
                played.add(number)

    for entry in unranked.values():
        if entry.number in played:
            players = _players(entry, is_of_teams=is_of_teams)
            yield Pair(entry.number, players, entry.line)


def _ranked_pair(entry: ContestEntry, row: RankedRow, *, is_of_teams: bool) -> Pair:
    """The entry of a row of a list, as a Pair without a stratum."""
    return Pair(
        entry.number,
        _players(entry, is_of_teams=is_of_teams),
        entry.line,
        row.place,
        row.score,
        row.percent,
        row.boards,
        penalty=row.penalty,
        handicap=entry.handicap,
    )


def _players(entry: ContestEntry, *, is_of_teams: bool) -> tuple[EntryPlayer, ...]:
    """The players of an entry. The first two of a team are its North-South half, the next two its East-West half."""
    players = []
    for position, name in enumerate(entry.names):
        half = None
        if is_of_teams and position < len(_HALVES):
            half = _HALVES[position]
        players.append(EntryPlayer(name, half=half))
    return tuple(players)


class _Strata:
    """The strata of a contest, and the place of each entry in every list."""

    def __init__(self, contest: Contest, result: Result) -> None:
        self._highest: dict[Side | None, str] = {}
        strata = set()
        for entry in contest.entries:
            stratum = entry.stratum or "A"
            strata.add(stratum)
            highest = self._highest.get(entry.line, stratum)
            self._highest[entry.line] = min(highest, stratum)

        self._are_several = len(strata) > 1
        self._places: dict[str, dict[int, int]] = {}
        for ranked in result.lists:
            self._places[ranked.name] = {row.entry: row.place for row in ranked.rows}

    def added_to(self, pair: Pair, entry: ContestEntry) -> Pair:
        """The pair with its stratum and its place in it; the pair as it is if the contest has no strata.

        The highest stratum of a line has no list of its own: its list has all entries of the line.
        """
        if not self._are_several:
            return pair
        stratum = entry.stratum or "A"
        place = pair.place
        if stratum != self._highest[entry.line]:
            prefix = f"{entry.line.lower()} " if entry.line else ""
            of_stratum = self._places.get(f"{prefix}stratum {stratum}", {})
            place = of_stratum.get(entry.number)
        return pair._replace(stratum=stratum, stratum_place=place)
