"""A list of members as its rows, read by its headings alone."""

from clubscore.members.importing.columns import columns_of
from clubscore.members.importing.member_list import ImportRow, rows_of
from clubscore.members.importing.tables import table_of


def read_list(text: str) -> list[ImportRow]:
    table = table_of(text)
    return rows_of(table, columns_of(table.headings, chosen={}, remembered={}))
