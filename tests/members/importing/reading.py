"""Read a list of members into rows by its column headings alone, for the tests of the import."""

from clubscore.members.importing.columns import columns_of
from clubscore.members.importing.member_list import ImportRow, rows_of
from clubscore.members.importing.tables import table_of


def read_list(text: str) -> list[ImportRow]:
    table = table_of(text)
    return rows_of(table, columns_of(table.headings, chosen={}, remembered={}))
