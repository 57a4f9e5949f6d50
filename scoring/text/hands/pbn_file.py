"""Reads boards from PBN: the tags Board, Dealer, Vulnerable and Deal of each game; all other tags are skipped.

A game without a Deal has no cards, and is skipped. A board may occur for every table that played it, if its cards are
always equal. ``#`` is the value of the game before; ``##`` with a value holds for later games too.
"""

from typing import Final, NoReturn

from scoring.duplicate.board import dealer_of, parse_board, vulnerable_on
from scoring.errors import InvalidBoard, InvalidHands
from scoring.hands.layout import MOST_BOARDS, DealtBoard, Layout
from scoring.said import said
from scoring.text.hands.deal_tag import parse_deal_text
from scoring.text.hands.pbn_tags import PbnText, Tag
from scoring.text.lines import InvalidLine
from scoring.values import Side

READ: Final = ("Board", "Dealer", "Vulnerable", "Deal")
_NAMES: Final = {name.lower(): name for name in READ}
NOT_KNOWN: Final = ("", "?", "-")
NONE, NS, EW, ALL = "None", "NS", "EW", "All"
VULNERABLE: Final = {(): NONE, (Side.NS,): NS, (Side.EW,): EW, (Side.NS, Side.EW): ALL}
_SPELLINGS: Final = {
    "none": NONE,
    "love": NONE,
    "-": NONE,
    "ns": NS,
    "ew": EW,
    "all": ALL,
    "both": ALL,
}


def read_pbn(content: bytes) -> tuple[DealtBoard, ...]:
    """The boards of a PBN file, in the order of their numbers.

    Raises:
        InvalidLine: for the first mistake, with its line and column.
    """
    games = _Games()
    for tag in PbnText(content).tags():
        games.take(tag)
    games.take(None)
    if not games.boards:
        raise InvalidLine(
            'There is no deal in here: a board has its cards in a tag [Deal "N:…"].',
            line=1,
            column=1,
        )
    return tuple(board for _, board in sorted(games.boards.items()))


class _Games:
    """A collector of the boards of a PBN file, which is read tag by tag."""

    def __init__(self) -> None:
        self.boards: dict[int, DealtBoard] = {}
        """The boards by their number."""
        self._lines: dict[int, int] = {}
        self._game: dict[str, Tag] = {}
        self._before: dict[str, Tag] = {}
        self._held: dict[str, Tag] = {}

    def take(self, tag: Tag | None) -> None:
        """Take the next tag, or None where a game ends. Raises InvalidLine for a mistake."""
        if tag is None:
            self._end()
            return

        name = _NAMES.get(tag.name.lower(), "")
        is_next = tag.name.lower() == "event" or name in self._game
        if is_next and "Deal" in self._game and "Board" in self._game:
            self._end()  # a file without empty lines
        if not name:
            return
        if name in self._game:
            _refuse(
                said(
                    "This game has two tags {name}; an empty line ends a game.",
                    name=name,
                ),
                tag,
            )

        self._game[name] = self._inherited(name, tag)

    def _inherited(self, name: str, tag: Tag) -> Tag:
        """The tag with its real value, which may be written with "#" or "##".

        "#" stands for the value in the game before. "##" comes before a text; this text is the value, and is kept for
        later games too. Raises InvalidLine for "#" if there is no such value.
        """
        if tag.value.startswith("##"):
            held = tag._replace(value=tag.value[2:], value_column=tag.value_column + 2)
            self._held[name] = held
            return held
        if tag.value != "#":
            return tag
        if name not in self._before:
            _refuse(
                said(
                    "“#” stands for the {name} of the game before, and there is none.",
                    name=name,
                ),
                tag,
            )
        return tag._replace(value=self._before[name].value)

    def _end(self) -> None:
        """End a game, and add its board if it has cards."""
        if not self._game:
            return
        game = {**self._held, **self._game}
        if "Deal" in game and game["Deal"].value not in NOT_KNOWN:
            self._add(game)
        self._before = game
        self._game = {}

    def _add(self, game: dict[str, Tag]) -> None:
        """Add the board of a game. Raises InvalidLine if its tags contradict each other or an earlier game."""
        deal = game["Deal"]
        if "Board" not in game:
            _refuse(
                'This deal has no number: a tag [Board "7"] is missing in its game.',
                deal,
            )

        number = _number(game["Board"])
        if "Dealer" in game:
            _require_dealer(number, game["Dealer"])
        if "Vulnerable" in game:
            _require_vulnerability(number, game["Vulnerable"])

        layout = _layout(deal)
        known = self.boards.get(number)
        if known is not None and known.layout != layout:
            form = "Board {number} has other cards here than in line {line}."
            _refuse(said(form, number=number, line=self._lines[number]), deal)
        if known is None and len(self.boards) == MOST_BOARDS:
            _refuse(
                said(
                    "A set has at most {most} boards, and this is one more.",
                    most=MOST_BOARDS,
                ),
                deal,
            )

        self.boards.setdefault(number, DealtBoard(number, layout))
        self._lines.setdefault(number, deal.line)


def _number(tag: Tag) -> int:
    try:
        return parse_board(tag.value.strip())
    except InvalidBoard as refusal:
        raise InvalidLine(
            refusal.message, line=tag.value_line, column=tag.value_column
        ) from None


def _layout(tag: Tag) -> Layout:
    try:
        return parse_deal_text(tag.value)
    except InvalidHands as refusal:
        column = tag.value_column + (refusal.column or 1) - 1
        raise InvalidLine(refusal.message, line=tag.value_line, column=column) from None


def _require_dealer(number: int, dealer: Tag) -> None:
    """Require that the dealer, if it is known, is the dealer of the board's number. Raises InvalidLine."""
    seat = dealer_of(number)
    if dealer.value not in NOT_KNOWN and dealer.value.upper() != seat:
        form = "The dealer of board {number} is {seat} (Law 2), not “{text}”."
        _refuse(
            said(form, number=number, seat=seat.word, text=dealer.value[:20]), dealer
        )


def _require_vulnerability(number: int, vulnerable: Tag) -> None:
    """Require that the vulnerability, if it is known, fits the board's number. Raises InvalidLine."""
    if vulnerable.value in ("", "?"):
        return
    right = VULNERABLE[vulnerable_on(number)]
    if _SPELLINGS.get(vulnerable.value.lower()) != right:
        form = "On board {number} Vulnerable is {right} (Law 2), not “{text}”."
        _refuse(
            said(form, number=number, right=right, text=vulnerable.value[:20]),
            vulnerable,
        )


def _refuse(message: str, tag: Tag) -> NoReturn:
    raise InvalidLine(message, line=tag.value_line, column=tag.value_column)
