"""The participants of a USEBIO file: pairs, teams and players, with the figures it prints of them."""

from typing import Final

from scoring.errors import InvalidContest
from scoring.text.reading.printed import (
    PrintedEntry,
    on_one_line,
    printed_number,
    printed_place,
)
from scoring.text.reading.roster import Roster
from scoring.text.reading.xml_tree import XmlElement
from scoring.values import Side

_LABELS: Final = {
    "PAIR": ("PAIR_NUMBER", "PAIR_ID", "NUMBER"),
    "TEAM": ("TEAM_ID", "TEAM_NUMBER", "NUMBER"),
    "PLAYER": ("PLAYER_NUMBER", "PLAYER_ID", "NUMBER"),
}
"""The elements that have the number of an entry, by the element of the entry."""
_LINES: Final = {"N": Side.NS, "NS": Side.NS, "E": Side.EW, "EW": Side.EW}


def pair_of_team(label: str) -> str:
    """The label under which a pair of a team leads to its team."""
    return f"pair {label}"


def add_entries(
    roster: Roster, participants: XmlElement, section: str, *, with_figures: bool
) -> None:
    """Add the entries of a PARTICIPANTS element; without figures if those are not of one session alone.

    Raises:
        InvalidLine: for an entry that has no number, or the number of another entry.
    """
    for element in participants.all(*_LABELS):
        label = on_one_line(element.text(*_LABELS[element.name]))
        if not label:
            element.refuse("This pair, team or player has no number.")

        line = _LINES.get(element.text("DIRECTION").upper())
        own_section = on_one_line(element.text("SECTION_ID", "SECTION")) or section
        try:
            number = roster.add(label, own_section, line)
        except InvalidContest as refusal:
            element.refuse(refusal.message)

        entry = _with_players(roster.entries[number], element)
        if with_figures:
            entry = _with_figures(entry, element)
        roster.entries[number] = entry
        for pair in element.all("PAIR"):
            roster.known_as(pair_of_team(pair.text(*_LABELS["PAIR"])), number)


def _with_players(entry: PrintedEntry, element: XmlElement) -> PrintedEntry:
    """The entry with the names and national numbers of its players, and the name of a team."""
    players = list(element.within("PLAYER"))
    if element.name == "PLAYER":
        players = [element]
    names, numbers = [], []
    for player in players:
        name = on_one_line(player.text("PLAYER_NAME", "NAME"))
        national = on_one_line(player.text("NATIONAL_ID_NUMBER"))
        if name or national:
            names.append(name)
            numbers.append(national)
    team = on_one_line(element.text("TEAM_NAME"))
    return entry._replace(names=tuple(names), national_ids=tuple(numbers), team=team)


def _with_figures(entry: PrintedEntry, element: XmlElement) -> PrintedEntry:
    """The entry with its score, percentage, place, adjustment and handicap, as far as they are there."""
    return entry._replace(
        score=printed_number(element.text("TOTAL_SCORE", "SCORE")),
        percent=printed_number(element.text("PERCENTAGE")),
        place=printed_place(element.text("PLACE")),
        adjustment=printed_number(element.text("ADJUSTMENT")),
        handicap=printed_number(element.text("HANDICAP")),
    )
