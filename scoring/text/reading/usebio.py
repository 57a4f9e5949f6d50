"""Reads USEBIO 1.0 to 1.3, flat (EVENT, BOARD) or nested (EVENT, SESSION, SECTION, BOARD), with the figures it prints.

Elements that are not known are skipped. An element may also be an attribute, as some programs write it.
"""

from collections.abc import Iterator
from typing import Final

from scoring.said import said
from scoring.text.reading.printed import (
    PrintedSession,
    on_one_line,
    printed_day,
)
from scoring.text.reading.roster import Roster
from scoring.text.reading.usebio_entries import add_entries
from scoring.text.reading.usebio_hands import hands_of
from scoring.text.reading.usebio_plays import PlayReader
from scoring.text.reading.xml_tree import XmlElement, xml_tree

_TEAMS: Final = ("TEAM", "KO")
_SCORINGS: Final = (
    ("BUTLER", "butler"),
    ("CROSS", "cross-imps"),
    ("AGGREGATE", "aggregate"),
    ("TOTAL_POINTS", "aggregate"),
    ("IMP", "cross-imps"),
)
"""A part of a word, and the scoring that it means; the first that fits counts."""
_BOARD_A_MATCH: Final = ("BAM", "BOARD_A_MATCH", "POINT_A_BOARD")
_Placed = tuple[XmlElement, str]
"""An element, and the section in which it is; the section is empty outside of sections."""


def read_usebio(content: bytes) -> tuple[PrintedSession, ...]:
    """The sessions of a USEBIO file, in its order.

    Raises:
        InvalidLine: for the first mistake, with its line and column.
    """
    root = xml_tree(content)
    if root.name != "USEBIO":
        form = "This XML is not USEBIO: it begins with {name}."
        root.refuse(said(form, name=root.name[:40]))

    sessions: list[PrintedSession] = []
    for event in root.all("EVENT"):
        sessions += _sessions(root, event)
    if not sessions:
        root.refuse("This USEBIO file has no EVENT with results.")
    return tuple(sessions)


def _sessions(root: XmlElement, event: XmlElement) -> Iterator[PrintedSession]:
    """Yield the sessions of an event: one, or one for each SESSION with boards."""
    parts = []
    for part in event.all("SESSION"):
        if any(True for _ in part.within("BOARD")):
            parts.append(part)

    if len(parts) < 2:
        placed = list(_placed(event, ""))
        if any(element.name in ("BOARD", "MATCH") for element, _ in placed):
            yield _session(root, event, placed, "")
        return

    shared: list[_Placed] = []
    for element in event.all("PARTICIPANTS"):
        shared.append((element, ""))
    for number, part in enumerate(parts, 1):
        name = part.text("SESSION_ID", "SESSION_NAME") or str(number)
        yield _session(root, event, [*shared, *_placed(part, "")], name)


def _placed(element: XmlElement, section: str) -> Iterator[_Placed]:
    """Yield the participants, boards and matches inside an element, each with its section."""
    for child in element.children:
        if child.name == "SECTION":
            yield from _placed(child, child.text("SECTION_ID", "SECTION_NAME"))
        elif child.name == "SESSION":
            yield from _placed(child, section)
        elif child.name in ("PARTICIPANTS", "BOARD", "MATCH"):
            yield child, section


def _session(
    root: XmlElement, event: XmlElement, placed: list[_Placed], part: str
) -> PrintedSession:
    """The session of an event, or the part of it with a name. Raises InvalidLine."""
    is_shared = bool(part)
    words = _scoring_words(event)
    reader = _plays(event, placed, words, is_shared=is_shared)
    notes = list(reader.notes)
    day = event.text("DATE")
    if day and printed_day(day) is None:
        notes.append(said("“{text}” is no day that can be read.", text=day[:20]))
    hands, left_out = hands_of(root, event, is_alone=not is_shared)
    notes += left_out
    scoring, others = _scoring(words, reader)
    sections = dict.fromkeys(play.section for play in reader.plays if play.section)
    name = on_one_line(event.text("EVENT_DESCRIPTION", "TITLE", "EVENT_NAME"))
    club = next(root.all("CLUB"), root)
    program = f"{event.text('PROGRAM_NAME')} {event.text('PROGRAM_VERSION')}"
    return PrintedSession(
        name=" ".join([name, part]).strip(),
        scoring=scoring,
        other_scorings=others,
        entries=tuple(reader.roster.entries.values()),
        plays=tuple(reader.plays),
        day=printed_day(day),
        club=on_one_line(club.text("CLUB_NAME")),
        club_number=on_one_line(club.text("CLUB_ID_NUMBER")),
        program=on_one_line(program),
        printed_scoring=words,
        has_victory_points="VP" in words or "SWISS" in words,
        winners=_winners(event),
        sections=tuple(sections),
        matches=tuple(reader.matches),
        hands=hands,
        notes=tuple(notes),
    )


def _plays(
    event: XmlElement, placed: list[_Placed], words: str, *, is_shared: bool
) -> PlayReader:
    """A reader that has read the entries, boards and matches of a session. Raises InvalidLine.

    If other sessions share the participants of the event, the figures of those are left out.
    """
    roster = Roster()
    for element, section in placed:
        if element.name == "PARTICIPANTS":
            has_own = not is_shared or element not in event.children
            add_entries(roster, element, section, with_figures=has_own)

    reader = PlayReader(roster, is_of_teams=any(word in words for word in _TEAMS))
    for element, section in placed:
        if element.name == "BOARD":
            reader.board(element, section)
        elif element.name == "MATCH":
            reader.match(element, section)
    return reader


def _scoring_words(event: XmlElement) -> str:
    """The words that say how an event is scored, in capital letters with blanks between them."""
    words = []
    for name in (
        "EVENT_TYPE",
        "BOARD_SCORING_METHOD",
        "MATCH_SCORING_METHOD",
        "PAIRWISE_SCORING_METHOD",
        "SCORING_METHOD",
    ):
        words.append(event.text(name).upper())
    return on_one_line(" ".join(words))


def _scoring(words: str, reader: PlayReader) -> tuple[str, tuple[str, ...]]:
    """The scoring as a value of the rule, and other values that the file may mean.

    The awards that the file prints count before its words.
    """
    kinds = reader.award_kinds
    if reader.is_of_teams:
        is_bam = any(word in words for word in _BOARD_A_MATCH)
        return ("bam" if is_bam else "team-imps"), ()
    if len(kinds) == 1 and kinds != {"imps"}:
        return next(iter(kinds)), ()
    for part, scoring in _SCORINGS:
        if part in words:
            is_open = part == "IMP" and kinds == {"imps"}
            return scoring, (("butler",) if is_open else ())
    if "imps" in kinds:
        return "cross-imps", ("butler",)
    return "matchpoints", ()


def _winners(event: XmlElement) -> int | None:
    text = event.text("WINNER_TYPE")
    if text in ("1", "2"):
        return int(text)
    return None
