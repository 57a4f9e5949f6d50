"""A reader of USEBIO for tests: it walks the elements as importers of other programs do, and knows none of our code."""

from dataclasses import dataclass, field
from decimal import Decimal
from xml.etree import ElementTree

FIGURES = (
    "PLACE",
    "TOTAL_SCORE",
    "PERCENTAGE",
    "BOARDS_PLAYED",
    "ADJUSTMENT",
    "HANDICAP",
    "STRAT_NUMBER",
    "STRAT_PLACE",
)
POINTS = ("MATCH_POINTS", "CROSS_IMP_POINTS", "BUTLER_POINTS", "IMPS", "SCORE")


@dataclass
class UsebioLine:
    """A line of a traveller, with whole numbers for entries and exact decimals for points."""

    board: int
    seats: tuple[str, ...]
    contract: str | None
    declarer: str | None
    lead: str | None
    tricks: str | None
    score: str | None
    ns: Decimal | None
    ew: Decimal | None
    section: str = ""


@dataclass
class UsebioFile:
    """A file of USEBIO as plain values."""

    version: str
    type: str
    head: dict[str, str]
    club: dict[str, str]
    entries: dict[str, dict[str, str]] = field(default_factory=dict)
    players: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    directions: dict[str, str | None] = field(default_factory=dict)
    lines: list[UsebioLine] = field(default_factory=list)
    matches: list[dict[str, str]] = field(default_factory=list)
    hands: dict[int, dict[str, str]] = field(default_factory=dict)
    averages: dict[int, int] = field(default_factory=dict)
    sections: dict[str, list[str]] = field(default_factory=dict)


def usebio_read(text: str) -> UsebioFile:
    """Read a file of any form; entries have the numbers of the file as text."""
    root = ElementTree.fromstring(text.encode())
    event = root.find("EVENT")
    read = UsebioFile(
        root.get("Version"),
        event.get("EVENT_TYPE"),
        {child.tag: child.text or "" for child in event if not len(child)},
        {child.tag: child.text or "" for child in root.find("CLUB")},
    )
    for section in event.findall("SESSION/SECTION") or [event]:
        _section(section, read)
    for board in root.findall("HANDSET/BOARD"):
        number = int(board.findtext("BOARD_NUMBER"))
        for hand in board.findall("HAND"):
            suits = [
                hand.findtext(suit) or ""
                for suit in ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
            ]
            of_board = read.hands.setdefault(number, {})
            of_board[hand.findtext("DIRECTION")] = ".".join(suits)
    return read


def _section(section, read: UsebioFile) -> None:
    letter = section.get("SECTION_ID", "")
    numbers = read.sections.setdefault(letter, [])
    for entry in section.find("PARTICIPANTS"):
        number = (
            entry.findtext("PAIR_NUMBER")
            or entry.findtext("PLAYER_NUMBER")
            or entry.get("TEAM_ID")
        )
        assert number not in read.entries
        numbers.append(number)
        figures = {name: entry.findtext(name) for name in FIGURES}
        read.entries[number] = {
            name: value for name, value in figures.items() if value is not None
        }
        people = [entry] if entry.tag == "PLAYER" else entry.iter("PLAYER")
        read.players[number] = [
            (
                person.findtext("PLAYER_NAME") or "",
                person.findtext("NATIONAL_ID_NUMBER") or "",
            )
            for person in people
        ]
        read.directions[number] = entry.findtext("DIRECTION")
    for board in section.findall("BOARD"):
        _board(board, read, letter)
    for match in section.findall("MATCH"):
        boards = match.findall("BOARD")
        figures = {child.tag: child.text or "" for child in match if not len(child)}
        imps = [
            Decimal(board.findtext("IMPS"))
            for board in boards
            if board.find("IMPS") is not None
        ]
        read.matches.append(figures | {"imps": sum(imps), "boards": len(boards)})
        for board in boards:
            _board(board, read, letter)


def _board(board, read: UsebioFile, letter: str) -> None:
    number = int(board.findtext("BOARD_NUMBER"))
    if board.find("BOARD_AVERAGE") is not None:
        read.averages[number] = int(board.findtext("BOARD_AVERAGE"))
    for line in board.findall("TRAVELLER_LINE"):
        seats = [
            line.findtext(f"{seat}_{noun}_NUMBER")
            for noun, seats in (("PAIR", ("NS", "EW")), ("PLAYER", "NSEW"))
            for seat in seats
        ]
        read.lines.append(
            UsebioLine(
                number,
                tuple(seat for seat in seats if seat is not None),
                line.findtext("CONTRACT"),
                line.findtext("PLAYED_BY"),
                line.findtext("LEAD"),
                line.findtext("TRICKS"),
                line.findtext("SCORE"),
                _points(line, "NS"),
                _points(line, "EW"),
                letter,
            )
        )


def _points(line, side: str) -> Decimal | None:
    for name in POINTS:
        text = line.findtext(f"{side}_{name}")
        if text is not None:
            return Decimal(text)
    return None
