"""Export of the club as one ZIP."""

import json
from contextlib import ExitStack
from datetime import date, datetime
from typing import IO

from django.conf import settings
from django.db.models import Model
from django.utils import timezone
from django.utils.dateformat import format as formatted
from django.utils.text import slugify

from clubscore import __version__
from clubscore.archive import (
    deals_table,
    pbn,
    percents_table,
    rubbers_table,
    standings_table,
)
from clubscore.archive.catalogue import archived_models
from clubscore.archive.left_out import LeftOut, left_out_for
from clubscore.archive.manifest import (
    NAME,
    Manifest,
    RowFile,
    label,
    migrations_here,
    row_file_name,
)
from clubscore.archive.rows import rows_of
from clubscore.archive.rubber_export import RubberExport, rubber_exports
from clubscore.archive.sessions import travellers_table
from clubscore.archive.sessions.result_files import session_files
from clubscore.archive.zip_writer import ZipWriter, put_aside
from clubscore.database.one_moment import snapshot
from clubscore.database.write_lock import write_transaction
from clubscore.ledger import entries_table
from clubscore.members.importing import csv_table as member_table
from clubscore.members.models import AuditEvent, Member
from clubscore.members.people.services import record_event
from clubscore.office import audit_table
from clubscore.office.audit import EVERYTHING, AuditFilter, every_entry
from clubscore.settlements import table as settlements
from clubscore.settlements.models import Settlement
from clubscore.standings.rating.services import work_in_ratings
from clubscore.web.csv import CsvWriter

READ_ME = """\
Everything that {club} keeps in Clubscore, as of {at}.

*.csv          tables for a spreadsheet (UTF-8): members, rubbers, deals, the ledger, settlements,
               standings, results of duplicate at each table, who did what
pbn/           contract rubbers and rounds of Chicago for bridge programs (PBN 2.1), one file a month
duplicate/     every published session of duplicate: USEBIO and PBN for other programs, places for a spreadsheet, and
               a session file, from which the scores can be worked out again
rows/          every row of the database, one JSON object a line: what another Clubscore is set up from
manifest.json  how many rows each file has, and the SHA-256 of every file

To set the club up again: manage.py restore_club FILE.zip, in a Clubscore of this version ({version}) or a later one.
{left_out}
Keep this file to yourself. It has addresses, telephone numbers and notes, and the passwords and PINs of all members:
hashed, but a weak one can be found out by trying.
"""
LEFT_OUT = """
Not in this file, because who downloaded it may not see it yet:

{words}

Download it again when they are open and over. A backup of the server, and manage.py export_club, have everything.
"""


as_line = json.JSONEncoder(ensure_ascii=False, sort_keys=True).encode


def file_name(now: datetime) -> str:
    """The file name of an archive made now, such as `clubscore-2026-11-21.zip`."""
    return f"{slugify(settings.CLUB_NAME) or 'club'}-{timezone.localdate(now).isoformat()}.zip"


def pack(file: IO[bytes], *, now: datetime, reader: Member | None = None) -> Manifest:
    """Write the whole club, as it is at this moment, into an open file, in constant memory. Returns the manifest.

    If `reader` is given, rows that this member may not see yet are left out.
    """
    while work_in_ratings():
        pass
    with snapshot(), ZipWriter(file, now=now) as box:
        left_out = left_out_for(reader, now) if reader else LeftOut()
        with box.text("README.txt") as text:
            text.write(_read_me(left_out, now))
        _pack_tables(box, now)
        _pack_rubbers(box)
        _pack_sessions(box, now)
        return _pack_all_rows(box, made_at=now, left_out=left_out)


def _read_me(left_out: LeftOut, now: datetime) -> str:
    at = formatted(timezone.localtime(now), "j F Y, H:i")
    words = LEFT_OUT.format(words="\n".join(left_out.words)) if left_out.words else ""
    return READ_ME.format(
        club=settings.CLUB_NAME, version=__version__, at=at, left_out=words
    )


def pack_rows(file: IO[bytes], *, made_at: datetime, left_out: LeftOut) -> Manifest:
    """Write an archive with nothing but the rows and the manifest, which `unpack` reads. Returns the manifest.

    The tables for people and the PBN files for bridge programs are missing in it. `left_out` says which rows to leave
    out.
    """
    with ZipWriter(file, now=made_at) as box:
        return _pack_all_rows(box, made_at=made_at, left_out=left_out)


def pack_for(*, file: IO[bytes], by: Member, now: datetime) -> Manifest:
    """Write the archive that the member `by` downloads, without rows that the member may not see. Returns the manifest.

    The download is noted in the audit.
    """
    with write_transaction():
        record_event(what=AuditEvent.What.EXPORTED, by=by, now=now)
    return pack(file, now=now, reader=by)


def _pack_tables(box: ZipWriter, now: datetime) -> None:
    for name, header, rows in (
        ("members.csv", member_table.HEADER, member_table.rows()),
        ("ledger.csv", entries_table.HEADER, entries_table.all_entries()),
        (
            "settlements.csv",
            settlements.HEADER,
            settlements.settlements_table(Settlement.objects.order_by("pk")),
        ),
        ("standings.csv", standings_table.HEADER, standings_table.rows(now)),
        ("duplicate_standings.csv", percents_table.HEADER, percents_table.rows(now)),
        ("travellers.csv", travellers_table.HEADER, travellers_table.rows()),
        (
            "audit.csv",
            audit_table.HEADER,
            audit_table.audit_rows(every_entry(AuditFilter(kind=EVERYTHING))),
        ),
    ):
        with box.text(name) as text:
            CsvWriter(text, header).add(rows)


def _pack_rubbers(box: ZipWriter) -> None:
    """Write the rubbers in one pass: PBN directly into the ZIP, tables into temporary files that are added later."""
    with ExitStack() as stack:
        aside = {
            name: stack.enter_context(put_aside())
            for name in ("rubbers.csv", "deals.csv")
        }
        rubbers = CsvWriter(aside["rubbers.csv"], rubbers_table.HEADER)
        deals = CsvWriter(aside["deals.csv"], deals_table.HEADER)
        months = stack.enter_context(_Months(box))
        for portion in rubber_exports():
            for exported in portion:
                rubbers.add(rubbers_table.rows(exported))
                deals.add(deals_table.rows(exported))
                months.add(exported)
        months.close()
        for name, written in aside.items():
            box.copy(name, written)


def _pack_sessions(box: ZipWriter, now: datetime) -> None:
    """Write the files of the published sessions of duplicate."""
    for file in session_files(now):
        with box.text(f"duplicate/{file.name}") as text:
            text.write(file.content.decode())


class _Months:
    """A writer of the PBN files, one for each month. Rubbers must be added in the order in which they began."""

    def __init__(self, box: ZipWriter) -> None:
        self._box = box
        self._month: tuple[int, int] | None = None
        self._open = ExitStack()

    def __enter__(self) -> "_Months":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def add(self, exported: RubberExport) -> None:
        for game in pbn.games_of(exported):
            self._turn_to(exported.day)
            self._text.write(game)

    def _turn_to(self, day: date) -> None:
        if self._month == (day.year, day.month):
            return
        self.close()
        self._month = day.year, day.month
        self._text = self._open.enter_context(self._box.text(f"pbn/{day:%Y-%m}.pbn"))
        self._text.write(pbn.HEADING)

    def close(self) -> None:
        self._open.close()


def _pack_all_rows(box: ZipWriter, *, made_at: datetime, left_out: LeftOut) -> Manifest:
    """Write the rows of every model, and then the manifest, the last file of the ZIP. Return the manifest."""
    other_files = dict(box.checksums)
    manifest = Manifest(
        club=settings.CLUB_NAME,
        made_at=made_at.isoformat(),
        currency=settings.CLUB_CURRENCY,
        time_zone=settings.TIME_ZONE,
        migrations=migrations_here(),
        row_files=[_pack_rows(box, model, left_out) for model in archived_models()],
        other_files=other_files,
        version=__version__,
        left_out=list(left_out.words),
    )
    with box.text(NAME) as text:
        text.write(manifest.as_json())
    return manifest


def _pack_rows(box: ZipWriter, model: type[Model], left_out: LeftOut) -> RowFile:
    rows, name = 0, row_file_name(label(model))
    with box.text(name) as text:
        for row in rows_of(model, left_out.rows):
            text.write(as_line(row) + "\n")
            rows += 1
    return RowFile(label(model), rows, box.checksums[name])
