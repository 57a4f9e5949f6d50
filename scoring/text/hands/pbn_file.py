"""Reads boards from PBN: the tags Board, Dealer, Vulnerable and Deal of each game; all other tags are skipped.

A game without a Deal has no cards, and is skipped. A board may occur for every table that played it, if its cards are
always equal. A board that has other cards under another Event or Date belongs to another session.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from scoring.duplicate.board import dealer_of, parse_board, vulnerable_on
from scoring.errors import InvalidBoard, InvalidHands
from scoring.hands.layout import MOST_BOARDS, DealtBoard, Layout
from scoring.said import said
from scoring.text.hands.deal_tag import parse_deal_text
from scoring.text.hands.pbn_games import Game, PbnGames
from scoring.text.hands.pbn_tags import PbnText, Tag
from scoring.text.lines import InvalidLine
from scoring.values import Seat, Side

READ: Final = ("Event", "Date", "Board", "Dealer", "Vulnerable", "Deal")
NOT_KNOWN: Final = ("", "?", "-")
NONE, NS, EW, ALL = "None", "NS", "EW", "All"
VULNERABLE: Final = {(): NONE, (Side.NS,): NS, (Side.EW,): EW, (Side.NS, Side.EW): ALL}
_SPELLINGS: Final = {
    "none": NONE,
    "neither": NONE,
    "nil": NONE,
    "love": NONE,
    "-": NONE,
    "ns": NS,
    "ew": EW,
    "all": ALL,
    "both": ALL,
}
_DASHES: Final = str.maketrans("", "", "-/ ")
_A_DAY: Final = len("2026.11.22")


class SessionBoards(NamedTuple):
    """The boards of one session in a PBN file."""

    title: str
    """The event and the date, as the file has them; empty if it has neither."""
    boards: tuple[DealtBoard, ...]
    """The boards in the order of their numbers."""


class _PlacedBoard(NamedTuple):
    board: DealtBoard
    deal: Tag


_Session = dict[int, _PlacedBoard]
"""The boards of a session by their numbers."""


def read_pbn(content: bytes) -> tuple[DealtBoard, ...]:
    """The boards of a PBN file, in the order of their numbers; of the first session if it has several.

    Raises:
        InvalidLine: for the first mistake, with its line and column.
    """
    return read_pbn_sessions(content)[0].boards


def read_pbn_sessions(content: bytes) -> tuple[SessionBoards, ...]:
    """The boards of each session in a PBN file, in the order of the file.

    Events that have no board with different cards count as one session.

    Raises:
        InvalidLine: for the first mistake, with its line and column.
    """
    titled: dict[str, _Session] = {}
    for game in PbnGames(PbnText(content), READ, ("Board", "Deal")).games():
        if "Deal" in game and game["Deal"].value not in NOT_KNOWN:
            _add(titled.setdefault(_title(game), {}), game)

    sessions = [_sorted(title, session) for title, session in _joined(titled.items())]
    if not sessions:
        raise InvalidLine(
            'There is no deal in here: a board has its cards in a tag [Deal "N:…"].',
            line=1,
            column=1,
        )
    return tuple(sessions)


def is_dealer(text: str, seat: Seat) -> bool:
    """True if a Dealer tag names the seat, by its letter or its English name."""
    return text.strip().upper() in (seat.value, seat.name)


def vulnerability_of(text: str) -> str:
    """The vulnerability that a text means, as PBN writes it: "None", "NS", "EW" or "All"; empty for any other text.

    >>> vulnerability_of("N-S"), vulnerability_of("Neither"), vulnerability_of("Game")
    ('NS', 'None', '')
    """
    plain = text.strip().lower()
    return _SPELLINGS.get(plain) or _SPELLINGS.get(plain.translate(_DASHES), "")


def board_number(tag: Tag) -> int:
    """The number in a Board tag.

    Raises:
        InvalidLine: for a number that no board has.
    """
    try:
        return parse_board(tag.value.strip())
    except InvalidBoard as refusal:
        tag.refuse(refusal.message)


def layout_of_tag(tag: Tag) -> Layout:
    """The hands in a Deal tag.

    Raises:
        InvalidLine: for cards that no deal can have.
    """
    try:
        return parse_deal_text(tag.value)
    except InvalidHands as refusal:
        column = tag.value_column + (refusal.column or 1) - 1
        raise InvalidLine(refusal.message, line=tag.value_line, column=column) from None


def require_right_board(number: int, game: Game) -> None:
    """Require that dealer and vulnerability of a game are those of its board, if they are known.

    Raises:
        InvalidLine: for another dealer or vulnerability.
    """
    if "Dealer" in game:
        _require_dealer(number, game["Dealer"])
    if "Vulnerable" in game:
        _require_vulnerability(number, game["Vulnerable"])


def _title(game: Game) -> str:
    """The event and the day of a game, as far as they are known."""
    words = []
    for name in ("Event", "Date"):
        value = game[name].value.strip() if name in game else ""
        if name == "Date":
            value = value[:_A_DAY].strip()  # some programs add the time
        if value not in NOT_KNOWN and not value.startswith("????"):
            words.append(value)
    return ", ".join(words)


def _add(session: _Session, game: Game) -> None:
    """Add the board of a game. Raises InvalidLine if its tags contradict each other or an earlier game."""
    deal = game["Deal"]
    if "Board" not in game:
        deal.refuse(
            'This deal has no number: a tag [Board "7"] is missing in its game.'
        )

    number = board_number(game["Board"])
    require_right_board(number, game)
    known = session.get(number)
    if known is not None and known.deal.value == deal.value:
        return  # it is there for every table, and its cards are read once
    layout = layout_of_tag(deal)
    if known is None:
        session[number] = _PlacedBoard(DealtBoard(number, layout), deal)
    elif known.board.layout != layout:
        form = "Board {number} has other cards here than in line {line}."
        deal.refuse(said(form, number=number, line=known.deal.line))


def _joined(titled: Iterable[tuple[str, _Session]]) -> Iterator[tuple[str, _Session]]:
    """Yield sessions with their titles; sessions in a row that agree about all boards are one."""
    first_title, joined = "", _Session()
    for title, session in titled:
        if any(_is_other(joined.get(number), it) for number, it in session.items()):
            yield first_title, joined
            joined = {}
        if not joined:
            first_title = title
        joined = {**session, **joined}
    if joined:
        yield first_title, joined


def _is_other(known: _PlacedBoard | None, placed: _PlacedBoard) -> bool:
    """True if a board is known with other cards."""
    return known is not None and known.board != placed.board


def _sorted(title: str, session: _Session) -> SessionBoards:
    """The boards in the order of their numbers. Raises InvalidLine if they are too many."""
    if len(session) > MOST_BOARDS:
        in_order = sorted(session.values(), key=lambda placed: placed.deal.line)
        message = said(
            "A set has at most {most} boards, and this is one more.", most=MOST_BOARDS
        )
        in_order[MOST_BOARDS].deal.refuse(message)
    return SessionBoards(
        title, tuple(session[number].board for number in sorted(session))
    )


def _require_dealer(number: int, dealer: Tag) -> None:
    """Require that the dealer, if it is known, is the dealer of the board's number. Raises InvalidLine."""
    seat = dealer_of(number)
    if dealer.value not in NOT_KNOWN and not is_dealer(dealer.value, seat):
        form = "The dealer of board {number} is {seat} (Law 2), not “{text}”."
        dealer.refuse(said(form, number=number, seat=seat.word, text=dealer.value[:20]))


def _require_vulnerability(number: int, vulnerable: Tag) -> None:
    """Require that the vulnerability, if it is known, fits the board's number. Raises InvalidLine."""
    if vulnerable.value in ("", "?"):
        return
    right = VULNERABLE[vulnerable_on(number)]
    if vulnerability_of(vulnerable.value) != right:
        form = "On board {number} Vulnerable is {right} (Law 2), not “{text}”."
        vulnerable.refuse(
            said(form, number=number, right=right, text=vulnerable.value[:20])
        )
