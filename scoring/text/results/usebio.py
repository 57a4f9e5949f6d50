"""Writes sessions in USEBIO 1.2 and 1.3, the XML that federations and sites of results accept.

The elements are those that public readers look for. One section stands directly in EVENT; several sections are nested
in SESSION and SECTION. Boards of teams, and of pairs that are ranked by victory points, stand in the MATCH in which
they were played. The file declares no entity, and is not indented.
"""

from enum import StrEnum
from typing import Final
from xml.etree import ElementTree

from scoring.contest import ContestRules
from scoring.text.results.elements import add, add_if_any
from scoring.text.results.usebio_boards import add_boards, add_hands, add_matches
from scoring.text.results.usebio_entries import add_participants, add_strata
from scoring.text.results.values import PROGRAM, SessionForm, SessionResults
from scoring.values import Side


class UsebioVersion(StrEnum):
    """The versions of USEBIO that can be written."""

    V1_2 = "1.2"
    V1_3 = "1.3"


_DECLARATION: Final = '<?xml version="1.0" encoding="UTF-8"?>\n'
_DOCTYPES: Final = {
    UsebioVersion.V1_2: "http://www.ebu.co.uk/usebio/usebio_v1_2.dtd",
    UsebioVersion.V1_3: "usebio_v1_3.dtd",
}
_EVENT_TYPES: Final = {
    SessionForm.PAIRS: "PAIRS",
    SessionForm.TEAMS: "TEAMS",
    SessionForm.INDIVIDUAL: "INDIVIDUAL",
    SessionForm.SWISS_PAIRS: "SWISS_PAIRS",
    SessionForm.SWISS_TEAMS: "SWISS_TEAMS",
}
_TYPES_OF_IMPS: Final = {"cross-imps": "CROSS_IMP", "butler": "BUTLER_PAIRS"}
"""The types of pairs for IMPs in files of version 1.2; version 1.3 has one type for all pairs."""
_METHODS: Final = {
    "matchpoints": "MATCH_POINTS",
    "cross-imps": "CROSS_IMPS",
    "butler": "BUTLER_IMPS",
    "bam": "BAM",
    "team-imps": "IMPS",
    "aggregate": "AGGREGATE",
}


def has_usebio(rules: ContestRules) -> bool:
    """True if a session by these rules can be written as USEBIO: every session can."""
    return rules.scoring in _METHODS


def usebio_text(
    results: SessionResults, version: UsebioVersion = UsebioVersion.V1_2
) -> str:
    """The USEBIO file of a session as text, to be written in UTF-8. Ends with a line feed."""
    root = ElementTree.Element("USEBIO", Version=version.value)
    club = ElementTree.SubElement(root, "CLUB")
    add(club, "CLUB_NAME", results.club)
    add(club, "CLUB_ID_NUMBER", results.club_number)
    event = ElementTree.SubElement(
        root, "EVENT", EVENT_TYPE=_event_type(results, version)
    )
    _add_head(event, results, version)
    add_strata(event, results)
    if len(results.sections) == 1:
        _add_section(event, results, results.sections[0])
    else:
        session = ElementTree.SubElement(event, "SESSION", SESSION_ID="1")
        for letter in results.sections:
            section = ElementTree.SubElement(session, "SECTION", SECTION_ID=letter)
            _add_section(section, results, letter)

    add_hands(root, results)
    document = ElementTree.tostring(root, encoding="unicode")
    doctype = f'<!DOCTYPE USEBIO SYSTEM "{_DOCTYPES[version]}">\n'
    return f"{_DECLARATION}{doctype}{document}\n"


def _event_type(results: SessionResults, version: UsebioVersion) -> str:
    """The EVENT_TYPE of a session. Readers of version 1.2 know pairs for IMPs by types of their own."""
    scoring: str = results.rules.scoring
    is_pairs = results.form is SessionForm.PAIRS
    if is_pairs and version is UsebioVersion.V1_2 and scoring in _TYPES_OF_IMPS:
        return _TYPES_OF_IMPS[scoring]
    return _EVENT_TYPES[results.form]


def _add_section(
    parent: ElementTree.Element, results: SessionResults, section: str
) -> None:
    """Add the entries and the boards of one section to ``parent``."""
    add_participants(parent, results, section)
    if results.rules.has_matches:
        add_matches(parent, results)
    else:
        add_boards(parent, results, section)


def _add_head(
    event: ElementTree.Element, results: SessionResults, version: UsebioVersion
) -> None:
    """Add the elements that describe the whole session to ``event``."""
    is_old = version is UsebioVersion.V1_2
    form = "%d/%m/%Y" if is_old else "%Y-%m-%d"
    day = results.day.strftime(form) if results.day else ""
    scoring: str = results.rules.scoring
    add(event, "PROGRAM_NAME", PROGRAM)
    identifier = "EVENT_IDENTIFIER" if is_old else "EVENT_ID"
    add_if_any(event, identifier, results.event_id)
    add(event, "EVENT_DESCRIPTION", results.name)
    add(event, "DATE", day)
    if is_old and scoring in _TYPES_OF_IMPS:
        add(event, "SCORING_METHOD", "IMPS")
    add(event, "BOARD_SCORING_METHOD", _METHODS[scoring])
    if results.rules.has_victory_points:
        add(event, "MATCH_SCORING_METHOD", "VPS")
    elif results.rules.has_matches:
        add(event, "MATCH_SCORING_METHOD", _METHODS[scoring])
    add(event, "BOARDS_PLAYED", len(results.travellers))
    add(event, "WINNER_TYPE", results.rules.winners)
    if results.form in (SessionForm.PAIRS, SessionForm.SWISS_PAIRS):
        add(event, "PAIRS", len(results.pairs))
    if results.rules.winners == 2:
        add(event, "EW_PAIRS", sum(pair.line is Side.EW for pair in results.pairs))
    add(event, "MPS_AWARDED_FLAG", "N")
    if len(results.sections) > 1:
        add(event, "SESSION_COUNT", 1)
        add(event, "SECTION_COUNT", len(results.sections))
    charge = "P2P_CHARGE_RATE" if is_old else "EBU_CHARGE_CODE"
    add_if_any(event, charge, results.charge_code)
