"""The boards of a session in USEBIO: BOARD with a TRAVELLER_LINE for each table, MATCH, and HANDSET with the cards."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Final
from xml.etree import ElementTree

from scoring.deals import Deal
from scoring.duplicate.outcomes import Artificial, Average, Outcome, Played
from scoring.text.results.elements import add, add_if_any, add_remark
from scoring.text.results.usebio_entries import half_number
from scoring.text.results.values import (
    ResultMatch,
    SessionForm,
    SessionResults,
    Traveller,
    TravellerLine,
    points_text,
)
from scoring.values import Seat, Side

_PER_CENT: Final = {Average.MINUS: 40, Average.EVEN: 50, Average.PLUS: 60}
_POINTS: Final[Mapping[str, str]] = {
    "matchpoints": "MATCH_POINTS",
    "cross-imps": "CROSS_IMP_POINTS",
    "butler": "BUTLER_POINTS",
    "bam": "MATCH_POINTS",
    "team-imps": "IMPS",
    "aggregate": "SCORE",
}
"""The ending of the names of the elements with awards, such as NS_MATCH_POINTS, by the scoring of the session."""
_SUITS: Final = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")


def add_boards(
    parent: ElementTree.Element, results: SessionResults, section: str
) -> None:
    """Add a BOARD for each traveller that has a table of the section to ``parent``."""
    for traveller in results.travellers:
        lines = [line for line in traveller.lines if line.section == section]
        if lines:
            board = _board(parent, traveller)
            for line in lines:
                _add_line(board, line, results)


def add_matches(parent: ElementTree.Element, results: SessionResults) -> None:
    """Add a MATCH with its boards for each match of the session, and a remark for each bye."""
    boards = _by_match(results.travellers)
    for match in results.matches:
        element = ElementTree.SubElement(parent, "MATCH")
        if match.round is not None:
            add(element, "ROUND_NUMBER", match.round)
        played = boards.get(_key(match.one, match.other), [])
        if results.form.is_of_teams:
            _fill_team_match(element, match, played, results)
        else:
            _fill_pair_match(element, match, played, results)

    for number in results.byes:
        add_remark(parent, f"{number} had a bye")


def add_hands(root: ElementTree.Element, results: SessionResults) -> None:
    """Add HANDSET with the cards of the boards to ``root``; nothing if the cards are not known."""
    if not results.hands:
        return
    handset = ElementTree.SubElement(root, "HANDSET")
    for dealt in results.hands:
        board = ElementTree.SubElement(handset, "BOARD")
        add(board, "BOARD_NUMBER", dealt.number)
        for seat in Seat:
            hand = ElementTree.SubElement(board, "HAND")
            add(hand, "DIRECTION", str(seat.word))
            by_suit = zip(_SUITS, dealt.layout.suits(seat), strict=True)
            for suit, ranks in reversed([*by_suit]):
                add(hand, suit, ranks)


_Played = tuple[Traveller, list[TravellerLine]]
"""A board of a match, with its lines: two of a match of teams, if both rooms have played it."""


def _key(one: int, other: int) -> tuple[int, int]:
    """The numbers of two entries, the lower one first."""
    return min(one, other), max(one, other)


def _by_match(
    travellers: Iterable[Traveller],
) -> Mapping[tuple[int, int], list[_Played]]:
    """The boards of each match, by the numbers of its entries, the lower one first."""
    boards: dict[tuple[int, int], list[_Played]] = {}
    for traveller in travellers:
        lines: dict[tuple[int, int], list[TravellerLine]] = {}
        for line in traveller.lines:
            lines.setdefault(_key(line.ns, line.ew), []).append(line)
        for key, of_match in lines.items():
            boards.setdefault(key, []).append((traveller, of_match))
    return boards


def _fill_team_match(
    element: ElementTree.Element,
    match: ResultMatch,
    played: Iterable[_Played],
    results: SessionResults,
) -> None:
    """Add the teams, their scores and their boards to a MATCH: victory points, or the points of the boards."""
    add(element, "TEAM", match.one)
    add(element, "OPPOSING_TEAM", match.other)
    one, other = _scores(match, results)
    add(element, "TEAM_SCORE", points_text(one, 2))
    add(element, "OPPOSING_TEAM_SCORE", points_text(other, 2))
    for traveller, lines in played:
        board = _board(element, traveller)
        if results.rules.scoring == "team-imps":
            add(board, "IMPS", points_text(_imps_of(match.one, lines)))
        for line in sorted(lines, key=lambda line: line.ns != match.one):
            _add_line(board, line, results, match.one)


def _fill_pair_match(
    element: ElementTree.Element,
    match: ResultMatch,
    played: Iterable[_Played],
    results: SessionResults,
) -> None:
    """Add the pairs, their victory points and their boards to a MATCH.

    The pair that sat North-South on the first board stands under NS_PAIR_NUMBER.
    """
    boards = [*played]
    ns, ew = match.one, match.other
    ns_score, ew_score = _scores(match, results)
    if boards and boards[0][1][0].ns == match.other:
        ns, ew, ns_score, ew_score = ew, ns, ew_score, ns_score
    add(element, "NS_PAIR_NUMBER", ns)
    add(element, "EW_PAIR_NUMBER", ew)
    add(element, "NS_SCORE", points_text(ns_score, 2))
    add(element, "EW_SCORE", points_text(ew_score, 2))
    for traveller, lines in boards:
        board = _board(element, traveller)
        for line in lines:
            _add_line(board, line, results)


def _scores(match: ResultMatch, results: SessionResults) -> tuple[Fraction, Fraction]:
    """The scores of both entries of a match, in the unit by which the session ranks."""
    if results.rules.has_victory_points:
        return (
            match.one_victory_points or Fraction(0),
            match.other_victory_points or Fraction(0),
        )
    return match.one_points, match.other_points


def _imps_of(team: int, lines: Iterable[TravellerLine]) -> Fraction:
    """The IMPs of a team on a board: its award in the room where it sat North-South, or in the only room."""
    imps = Fraction(0)
    for line in lines:
        if line.ns == team:
            return line.ns_points
        imps = line.ew_points
    return imps


def _board(parent: ElementTree.Element, traveller: Traveller) -> ElementTree.Element:
    """Add a BOARD without lines."""
    board = ElementTree.SubElement(parent, "BOARD")
    add(board, "BOARD_NUMBER", traveller.board)
    if traveller.datum is not None:
        add(board, "BOARD_AVERAGE", traveller.datum)
    return board


def _add_line(
    board: ElementTree.Element,
    line: TravellerLine,
    results: SessionResults,
    team: int | None = None,
) -> None:
    """Add a TRAVELLER_LINE to a board; ``team`` is the team whose direction the line of a match of teams names."""
    element = ElementTree.SubElement(board, "TRAVELLER_LINE")
    if team is not None:
        side = Side.NS if line.ns == team else Side.EW
        add(element, "DIRECTION", side.value)
    for name, number in _numbers(line, results.form):
        add(element, name, number)
    deal = None
    if isinstance(line.outcome, Played):
        deal = line.outcome.deal
    if deal:
        _add_deal(element, deal, line.lead)
    add(element, "SCORE", score_text(line.outcome))
    scoring: str = results.rules.scoring
    is_told = scoring == "aggregate" and isinstance(line.outcome, Played)
    if not is_told:
        add(element, f"NS_{_POINTS[scoring]}", points_text(line.ns_points))
        add(element, f"EW_{_POINTS[scoring]}", points_text(line.ew_points))
    if line.remark:
        # USEBIO has no element for remarks.
        add_remark(element, line.remark)


def _numbers(line: TravellerLine, form: SessionForm) -> Iterator[tuple[str, object]]:
    """Yield the names and values of the elements that say who played: two pairs, two halves of teams, four players."""
    if form is SessionForm.INDIVIDUAL:
        yield "N_PLAYER_NUMBER", line.ns
        yield "S_PLAYER_NUMBER", line.south
        yield "E_PLAYER_NUMBER", line.ew
        yield "W_PLAYER_NUMBER", line.west
    elif form.is_of_teams:
        yield "NS_PAIR_NUMBER", half_number(line.ns, Side.NS)
        yield "EW_PAIR_NUMBER", half_number(line.ew, Side.EW)
    else:
        yield "NS_PAIR_NUMBER", line.ns
        yield "EW_PAIR_NUMBER", line.ew


def _add_deal(element: ElementTree.Element, deal: Deal, lead: str) -> None:
    """Add the contract, declarer, lead and tricks of a deal; a passed-out deal has no declarer, lead or tricks."""
    contract, declarer, tricks = "PASS", "", ""
    if deal.contract is not None and deal.declarer is not None:
        contract = str(deal.contract)
        declarer = deal.declarer.value
        tricks = str(deal.tricks)
    add(element, "CONTRACT", contract)
    add(element, "PLAYED_BY", declarer)
    add_if_any(element, "LEAD", lead)
    add(element, "TRICKS", tricks)


def score_text(outcome: Outcome) -> str:
    """The points of North-South, or A6040 for an artificial score; empty for a weighted or split score."""
    if isinstance(outcome, Played):
        return str(outcome.points)
    if isinstance(outcome, Artificial):
        return f"A{_percent(outcome.ns)}{_percent(outcome.ew)}"
    return ""


def _percent(side: Average | int) -> str:
    """The percentage of one side's artificial score as text, in at least two digits."""
    percent = _PER_CENT[side] if isinstance(side, Average) else side
    return f"{percent:02}"
