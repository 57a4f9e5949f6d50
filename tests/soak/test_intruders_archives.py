"""Archives that are bombs, lie about sizes or leave their folder: each is refused with a message or imported whole."""

import json
import random
import resource
import struct
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from clubscore.archive.catalogue import archived_models
from tests.archive.zips import empty, manifest_of, packed, saved, sign, spoilt
from tests.soak.intruders_club import found_club

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.landing]

MEMBERS, DEALS = "rows/members.member.jsonl", "rows/rubbers.deal.jsonl"
MEMORY = 200_000  # KiB more than before
ODD: tuple[Any, ...] = (
    None, True, -1, 0, 2**31, 2**63, 2**200, 1.5, "", " ", "\x00", "\ud800", "x" * 100_000, "9999-12-31T23:59:59-14:00",
    "0001-01-01", [], {}, [[]], ["player"], "'; DROP TABLE members_member; --", "../../x", "1e400",
)  # fmt: skip
_kept: list[bytes] = []


@pytest.fixture
def archive(db: None) -> BytesIO:
    """An archive of a whole club; the database is empty again."""
    if not _kept:
        found_club()
        _kept.append(packed().getvalue())
        empty()
    return BytesIO(_kept[0])


def brought_in(path: Path) -> str:
    """Import the archive. Returns the message of the refusal, "" if everything was imported.

    The database is empty afterwards.
    """
    try:
        call_command("import_club", str(path))
    except CommandError as refusal:
        assert not any(model._base_manager.exists() for model in archived_models())
        return str(refusal)
    empty()
    return ""


def refused(path: Path) -> bool:
    return "Nothing was written." in brought_in(path)


def memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def bomb(archive: BytesIO, folder: Path, name: str, size: int, line: bytes) -> Path:
    """A copy of the archive in which the file `name` has `size` bytes of repeated lines."""
    path = saved(archive, folder)
    with (
        ZipFile(archive) as old,
        ZipFile(path, "w", ZIP_DEFLATED, compresslevel=9) as new,
    ):
        for each in old.namelist():
            if each != name:
                new.writestr(each, old.read(each))
        with new.open(name, "w") as entry:
            for _ in range(size // len(line)):
                entry.write(line)
    return path


@pytest.mark.parametrize("name", ["manifest.json", DEALS])
@pytest.mark.parametrize(
    "line",
    [b" " * 4096, b"[" * 4096, b"\n" * 4096, b'{"a": "' + b"x" * 4089],
    ids=range(4),
)
def test_a_bomb_takes_no_memory(
    archive: BytesIO, tmp_path: Path, name: str, line: bytes, full: bool
):
    path = bomb(archive, tmp_path, name, 500_000_000 if full else 20_000_000, line)
    before = memory()
    assert refused(path)
    assert memory() - before < MEMORY


def test_sizes_that_lie_are_found_out(archive: BytesIO, tmp_path: Path):
    """Case: the archive's directory states a wrong size, checksum or place of a file."""
    content = bytearray(archive.getvalue())
    at = content.rindex(DEALS.encode()) - 46  # the central directory's entry
    assert content[at : at + 4] == b"PK\x01\x02"
    for offset, value in (
        (24, 10),
        (24, 2**31),
        (16, 0),
        (42, 0),
        (42, 2**31),
        (10, 99),
        (8, 1),
    ):
        spoilt_one = bytearray(content)
        size = 2 if offset in {8, 10} else 4
        spoilt_one[at + offset : at + offset + size] = struct.pack("<I", value)[:size]
        path = tmp_path / "lying.zip"
        path.write_bytes(spoilt_one)
        assert refused(path), (offset, value)


CLIMBS = (
    "../../climbed",
    "/tmp/climbed",
    "rows/../../climbed",
    "C:\\climbed",
    "..\\climbed",
    "rows/\x00climbed",
)


def test_nothing_climbs_out_of_an_archive(archive: BytesIO, tmp_path: Path):
    """A file in the archive that is not a file of rows is never unpacked, whatever its name, even if it is a link."""
    folder = tmp_path / "deep" / "deeper"
    folder.mkdir(parents=True)
    path = saved(archive, folder)
    with ZipFile(path, "a") as more:
        for name in CLIMBS:
            more.writestr(ZipInfo(name), b"climbed")
        link = ZipInfo("link")
        link.external_attr = 0o120777 << 16
        more.writestr(link, b"/etc/passwd")
    assert brought_in(path) == ""
    assert [each for each in tmp_path.rglob("*") if each.is_file()] == [path]


def test_a_link_in_place_of_rows_is_read_as_what_it_says(
    archive: BytesIO, tmp_path: Path
):
    with ZipFile(archive) as old:
        files = {name: old.read(name) for name in old.namelist() if name != DEALS}
    path = tmp_path / "link.zip"
    with ZipFile(path, "w") as new:
        for name, content in files.items():
            new.writestr(name, content)
        link = ZipInfo(DEALS)
        link.external_attr = 0o120777 << 16
        new.writestr(link, b"/etc/passwd")
    assert refused(path)


def rows_of(files: dict[str, bytes], name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in files[name].splitlines()]


def with_rows(files: dict[str, bytes], name: str, rows: list[dict[str, Any]]) -> None:
    files[name] = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
    sign(files)


LIES: dict[str, Callable[[list[dict[str, Any]]], Any]] = {
    "a key twice": lambda rows: rows.append(dict(rows[0])),
    "a sign-in name twice": lambda rows: rows[1].update(username=rows[0]["username"]),
    "a sign-in name in capitals": lambda rows: rows[1].update(
        username=rows[0]["username"].upper()
    ),
    "a guest who signs in": lambda rows: rows[0].update(is_guest=True),
    "merged into itself": lambda rows: rows[0].update(
        merged_into_id=rows[0]["id"], is_active=False
    ),
    "merged into nobody": lambda rows: rows[0].update(
        merged_into_id=99_999, is_active=False
    ),
    "no name": lambda rows: rows[0].update(name=""),
    "one more column": lambda rows: rows[0].update(is_god=True),
}


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
def test_rows_that_cannot_be_are_refused_though_the_checksum_fits(
    archive: BytesIO, tmp_path: Path, lie
):
    def change(files: dict[str, bytes]) -> None:
        rows = rows_of(files, MEMBERS)
        lie(rows)
        with_rows(files, MEMBERS, rows)

    assert refused(spoilt(archive, tmp_path, change))


def test_whatever_stands_in_a_row_it_comes_in_whole_or_is_refused_in_words(
    archive: BytesIO, tmp_path: Path, full: bool
):
    """Case: any value of any row of any model is replaced by an odd one, and the checksums are made to fit."""
    dice = random.Random(11)
    with ZipFile(archive) as whole:
        files = {name: whole.read(name) for name in whole.namelist()}
    names = [
        f"rows/{each['model'].lower()}.jsonl"
        for each in manifest_of(files)["row_files"]
        if each["rows"]
    ]
    taken, number = 0, 400 if full else 10
    for _ in range(number):
        name = dice.choice(names)
        rows = rows_of(files, name)
        row = dice.choice(rows)
        row[dice.choice(list(row))] = dice.choice(ODD)
        path = spoilt(
            archive,
            tmp_path,
            lambda copy, name=name, rows=rows: with_rows(copy, name, rows),
        )
        taken += brought_in(path) == ""
    print(
        f"\narchives that lie: {number}, {number - taken} refused in words, {taken} came in whole",
        flush=True,
    )
