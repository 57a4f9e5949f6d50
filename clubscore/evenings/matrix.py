"""The results of an evening as a matrix: a row for each player, a column for each rubber."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from clubscore.languages.spoken import told
from clubscore.members.models import Member
from clubscore.rubbers.models import Rubber
from scoring import SYSTEMS

MOST_UPRIGHT = 7  # columns
MOST_WIDE = 16


@dataclass(frozen=True, slots=True)
class MatrixColumn:
    """One rubber with its points, by person's id. A pencilled rubber is not agreed yet and does not count."""

    number: int
    rubber: Rubber
    points: Mapping[int, int]
    is_pencilled: bool

    @property
    def game(self) -> str:
        return told(SYSTEMS[self.rubber.system].title)

    @property
    def plus(self) -> int:
        won = [points for points in self.points.values() if points > 0]
        return sum(won)

    @property
    def minus(self) -> int:
        lost = [points for points in self.points.values() if points < 0]
        return sum(lost)


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """The points of one player in one rubber; `points` is None if the player did not play in it."""

    points: int | None
    is_pencilled: bool


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One player's results of the evening. The total counts only the agreed rubbers."""

    member: Member
    cells: tuple[MatrixCell, ...]

    @property
    def total(self) -> int:
        return sum(cell.points or 0 for cell in self.cells if not cell.is_pencilled)


@dataclass(frozen=True, slots=True)
class Matrix:
    """The results of an evening, the best player first. Each column sums to zero, and so do the players' totals."""

    evening: date
    columns: tuple[MatrixColumn, ...]
    rows: tuple[MatrixRow, ...]

    @property
    def plus(self) -> int:
        return sum(row.total for row in self.rows if row.total > 0)

    @property
    def minus(self) -> int:
        return sum(row.total for row in self.rows if row.total < 0)

    @property
    def pencilled(self) -> int:
        """The number of rubbers that are not agreed yet."""
        return sum(column.is_pencilled for column in self.columns)

    @property
    def agreed(self) -> int:
        return len(self.columns) - self.pencilled

    @property
    def has_several_games(self) -> bool:
        return len({column.rubber.system for column in self.columns}) > 1

    @property
    def width(self) -> str:
        """The layout of the printed page: "upright", "wide" (landscape), or "dense" (landscape in small type)."""
        if len(self.columns) <= MOST_UPRIGHT:
            return "upright"
        if len(self.columns) <= MOST_WIDE:
            return "wide"
        return "dense"


def matrix_of(
    evening: date, columns: Iterable[MatrixColumn], members: Mapping[int, Member]
) -> Matrix:
    """The matrix of an evening. `members` are all members who have points in a column, by id."""
    columns = tuple(columns)
    rows = [_row(member, columns) for member in members.values()]
    rows.sort(key=lambda row: (-row.total, row.member.name, row.member.pk))
    return Matrix(evening, columns, tuple(rows))


def _row(member: Member, columns: Iterable[MatrixColumn]) -> MatrixRow:
    cells = [
        MatrixCell(column.points.get(member.pk), column.is_pencilled)
        for column in columns
    ]
    return MatrixRow(member, tuple(cells))
