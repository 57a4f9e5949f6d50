"""The matrix of an evening as a table for spreadsheets."""

from collections.abc import Iterator, Sequence

from clubscore.evenings.matrix import Matrix
from clubscore.web.csv import Cell


def evening_table(matrix: Matrix) -> tuple[Sequence[str], Iterator[Sequence[Cell]]]:
    """Header and a row for each player, best first. Empty: not in that rubber. The total is of those agreed."""
    header = ["member_id", "name"]
    for column in matrix.columns:
        header.append(f"rubber_{column.rubber.pk}{'_not_agreed' if column.is_pencilled else ''}")
    rows = ((row.member.pk, row.member.name, *(cell.points for cell in row.cells), row.total) for row in matrix.rows)
    return [*header, "total"], rows
