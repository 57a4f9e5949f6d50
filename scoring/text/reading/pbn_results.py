"""Reads sessions from PBN: with a table of results for each board, or with a game for each result."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from scoring.hands.layout import DealtBoard, Layout
from scoring.said import said
from scoring.text.hands.deal_tag import UNKNOWN
from scoring.text.hands.pbn_file import (
    NOT_KNOWN,
    board_number,
    layout_of_tag,
    require_right_board,
)
from scoring.text.hands.pbn_games import Game, PbnGames
from scoring.text.hands.pbn_tags import PbnText, Tag
from scoring.text.lines import InvalidLine
from scoring.text.reading.pbn_plays import GameReader
from scoring.text.reading.pbn_score_tables import TableReader
from scoring.text.reading.printed import PrintedSession, on_one_line, printed_day

_READ: Final = (
    "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Scoring",
    "Declarer", "Contract", "Result", "Score", "ScoreIMP", "ScoreMP", "ScorePercentage", "Competition", "HomeTeam",
    "VisitTeam", "Room", "Round", "Section", "Application", "Generator", "ScoreTable", "TotalScoreTable",
)  # fmt: skip
_A_DAY: Final = len("2026.11.22")
MOST_GAMES: Final = 50_000
_TABLE, _TOTALS = "ScoreTable", "TotalScoreTable"


class _Session(NamedTuple):
    """The games of one event on one day."""

    event: str
    day: str
    games: list[Game]


def read_pbn_results(content: bytes) -> tuple[PrintedSession, ...]:
    """The sessions of a PBN file with results, in its order: one for each event and day.

    Raises:
        InvalidLine: for the first mistake, with its line and column.
    """
    text = PbnText(content)
    sessions: dict[tuple[str, str], _Session] = {}
    for count, game in enumerate(PbnGames(text, _READ, ("Board",)).games(), 1):
        if count > MOST_GAMES:
            message = said("A file has at most {most} games.", most=MOST_GAMES)
            next(iter(game.values())).refuse(message)
        if "Board" not in game and _TOTALS not in game:
            continue
        event, day = value_of(game, "Event"), value_of(game, "Date")[:_A_DAY]
        session = sessions.setdefault((event, day), _Session(event, day, []))
        session.games.append(game)

    read = []
    for session in sessions.values():
        if any(_has_result(game) for game in session.games):
            read.append(_read(session, text))
    if not read:
        raise InvalidLine(
            "There is no result in here: a board has a table of scores, or a contract with its tricks.",
            line=1,
            column=1,
        )
    return tuple(read)


def value_of(game: Game, name: str) -> str:
    """The value of a tag on one line; empty if the game has none, or if it is not known."""
    if name not in game:
        return ""
    value = on_one_line(game[name].value)
    return "" if value in NOT_KNOWN else value


def _has_result(game: Game) -> bool:
    return _TABLE in game or any(value_of(game, name) for name in ("Contract", "Score"))


def _read(session: _Session, text: PbnText) -> PrintedSession:
    """The session of some games. Raises InvalidLine."""
    boards = []
    for game in session.games:
        if "Board" in game:
            boards.append((board_number(game["Board"]), game))
    hands = tuple(_hands(boards))
    words = _first_value(session.games, "Scoring")
    competition = _first_value(session.games, "Competition")
    reader: TableReader | GameReader
    if any(_TABLE in game for game in session.games):
        reader = TableReader(text, f"{words} {competition}")
        for game in session.games:
            if _TOTALS in game:
                reader.totals(game[_TOTALS])
        reader.tables(
            [
                (number, game[_TABLE], value_of(game, "Section"))
                for number, game in boards
                if _TABLE in game
            ]
        )
    else:
        reader = GameReader(f"{words} {competition}")
        reader.read([(number, game) for number, game in boards if _has_result(game)])

    return PrintedSession(
        name=session.event,
        scoring=reader.scoring,
        other_scorings=reader.other_scorings,
        entries=tuple(reader.roster.entries.values()),
        plays=tuple(reader.plays),
        day=printed_day(session.day),
        club=_first_value(session.games, "Site"),
        program=_first_value(session.games, "Application")
        or _first_value(session.games, "Generator"),
        printed_scoring=words,
        has_victory_points=reader.has_victory_points,
        sections=tuple(
            dict.fromkeys(play.section for play in reader.plays if play.section)
        ),
        hands=hands,
        awards_are_percentages=reader.awards_are_percentages,
        notes=tuple(reader.notes),
    )


def _first_value(games: Sequence[Game], name: str) -> str:
    """The value of a tag in the first game that has one."""
    for game in games:
        if value := value_of(game, name):
            return value
    return ""


def _hands(boards: Sequence[tuple[int, Game]]) -> Iterator[DealtBoard]:
    """Yield the boards with cards in the order of their numbers. Raises InvalidLine for cards that cannot be."""
    dealt: dict[int, tuple[Layout, Tag]] = {}
    for number, game in boards:
        require_right_board(number, game)
        _, _, cards = value_of(game, "Deal").partition(":")
        if not cards or cards.split().count(UNKNOWN) > 1:
            continue  # no cards, or those of some hands alone
        deal = game["Deal"]
        layout = layout_of_tag(deal)
        known, tag = dealt.setdefault(number, (layout, deal))
        if known != layout:
            form = "Board {number} has other cards here than in line {line}."
            deal.refuse(said(form, number=number, line=tag.line))
    for number in sorted(dealt):
        yield DealtBoard(number, dealt[number][0])
