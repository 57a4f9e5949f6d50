"""The matrix of an evening as a table for spreadsheets."""

from collections.abc import Iterator, Sequence

from clubscore.evenings.matrix import Matrix, MatrixRow
from clubscore.web.csv import Cell


def evening_table(matrix: Matrix) -> tuple[Sequence[str], Iterator[Sequence[Cell]]]:
    """The header of the table, and its rows, one for each player, the best first.

    The total counts only the agreed rubbers. The cell of a rubber is None for a player who did not play in it.
    """
    header = ["member_id", "name"]
    for column in matrix.columns:
        suffix = "_not_agreed" if column.is_pencilled else ""
        header.append(f"rubber_{column.rubber.pk}{suffix}")
    header.append("total")
    return header, map(_cells, matrix.rows)


def _cells(row: MatrixRow) -> Sequence[Cell]:
    points = [cell.points for cell in row.cells]
    return (row.member.pk, row.member.name, *points, row.total)
