"""Writes sessions of pairs in USEBIO 1.2, the XML that federations and sites of results accept.

The elements are those that three public readers look for, all directly in EVENT, because there is one section. The file
declares no entity, and is not indented. ADJUSTMENT and HANDICAP are not written: scores are the scores of the list,
after penalties.
"""

from typing import Final
from xml.etree import ElementTree

from scoring.contest import ContestRules
from scoring.contest.rounding import two_decimals
from scoring.deals import Deal
from scoring.duplicate.outcomes import Artificial, Average, Outcome, Played
from scoring.errors import InvalidContest
from scoring.text.results.session import (
    PROGRAM,
    Pair,
    SessionResults,
    Traveller,
    TravellerLine,
    points_text,
)
from scoring.values import Side

HEADING: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<!DOCTYPE USEBIO SYSTEM "http://www.ebu.co.uk/usebio/usebio_v1_2.dtd">\n'
)  # fmt: skip
_PER_CENT: Final = {Average.MINUS: 40, Average.EVEN: 50, Average.PLUS: 60}
_PLAYERS: Final = 2
_NOT_XML: Final = dict.fromkeys(
    (*range(0x20), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF), "\ufffd"
)


def has_usebio(rules: ContestRules) -> bool:
    """True if a session by these rules can be written as USEBIO: with matchpoints, and without victory points."""
    return rules.scoring == "matchpoints" and not rules.has_victory_points


def usebio_text(results: SessionResults) -> str:
    """The USEBIO file of a session as text, to be written in UTF-8. Ends with a line feed.

    Raises:
        InvalidContest: for rules that cannot be written: see ``has_usebio``.
    """
    if not has_usebio(results.rules):
        raise InvalidContest(
            "USEBIO is written of pairs that are ranked by matchpoints alone."
        )

    root = ElementTree.Element("USEBIO", Version="1.2")
    club = ElementTree.SubElement(root, "CLUB")
    _add(club, "CLUB_NAME", results.club)
    _add(club, "CLUB_ID_NUMBER", "")
    event = ElementTree.SubElement(root, "EVENT", EVENT_TYPE="PAIRS")
    _head(event, results)
    participants = ElementTree.SubElement(event, "PARTICIPANTS")
    for pair in results.pairs:
        _pair(ElementTree.SubElement(participants, "PAIR"), pair)

    for traveller in results.travellers:
        _board(ElementTree.SubElement(event, "BOARD"), traveller)

    return HEADING + ElementTree.tostring(root, encoding="unicode") + "\n"


def _head(event: ElementTree.Element, results: SessionResults) -> None:
    """Add the elements that describe the whole session to ``event``."""
    day = f"{results.day:%d/%m/%Y}" if results.day else ""
    _add(event, "PROGRAM_NAME", PROGRAM)
    _add(event, "EVENT_DESCRIPTION", results.name)
    _add(event, "DATE", day)
    _add(event, "BOARD_SCORING_METHOD", "MATCH_POINTS")
    _add(event, "BOARDS_PLAYED", len(results.travellers))
    _add(event, "WINNER_TYPE", results.rules.winners)
    _add(event, "PAIRS", len(results.pairs))
    if results.rules.winners == 2:
        _add(event, "EW_PAIRS", sum(pair.line is Side.EW for pair in results.pairs))

    _add(event, "MPS_AWARDED_FLAG", "N")


def _pair(element: ElementTree.Element, pair: Pair) -> None:
    _add(element, "PAIR_NUMBER", pair.number)
    if pair.line:
        _add(element, "DIRECTION", pair.line.value)
    if pair.place is not None:
        _add(element, "BOARDS_PLAYED", pair.boards)
        _add(element, "PLACE", pair.place)
        _add(element, "TOTAL_SCORE", points_text(pair.score, 2))
    if pair.percent is not None:
        _add(element, "PERCENTAGE", two_decimals(pair.percent))

    nameless = [""] * (_PLAYERS - len(pair.names))  # readers expect two players
    for name in (*pair.names, *nameless):
        player = ElementTree.SubElement(element, "PLAYER")
        _add(player, "PLAYER_NAME", name)
        _add(player, "NATIONAL_ID_NUMBER", "")


def _board(element: ElementTree.Element, traveller: Traveller) -> None:
    _add(element, "BOARD_NUMBER", traveller.board)
    for line in traveller.lines:
        _line(ElementTree.SubElement(element, "TRAVELLER_LINE"), line)


def _line(element: ElementTree.Element, line: TravellerLine) -> None:
    _add(element, "NS_PAIR_NUMBER", line.ns)
    _add(element, "EW_PAIR_NUMBER", line.ew)
    if isinstance(line.outcome, Played) and line.outcome.deal:
        _deal(element, line.outcome.deal)
    _add(element, "SCORE", _score(line.outcome))
    _add(element, "NS_MATCH_POINTS", points_text(line.ns_points))
    _add(element, "EW_MATCH_POINTS", points_text(line.ew_points))
    if line.remark:
        # USEBIO has no element for remarks; two hyphens would end the comment.
        remark = line.remark.translate(_NOT_XML).replace("--", "–")
        element.append(ElementTree.Comment(f" {remark} "))


def _deal(element: ElementTree.Element, deal: Deal) -> None:
    """Add the contract, declarer and tricks of a deal to ``element``; a passed-out deal has no declarer or tricks."""
    contract, declarer, tricks = "PASS", "", ""
    if deal.contract is not None and deal.declarer is not None:
        contract = str(deal.contract)
        declarer = deal.declarer.value
        tricks = str(deal.tricks)
    _add(element, "CONTRACT", contract)
    _add(element, "PLAYED_BY", declarer)
    _add(element, "TRICKS", tricks)


def _score(outcome: Outcome) -> str:
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


def _add(parent: ElementTree.Element, name: str, value: object) -> None:
    """Add a child element with a text. Characters that XML cannot hold are replaced."""
    ElementTree.SubElement(parent, name).text = str(value).translate(_NOT_XML)
