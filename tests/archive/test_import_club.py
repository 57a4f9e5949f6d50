"""`manage.py import_club club.zip`: imports into an empty database, all or nothing, and refuses bad archives."""

import json
import struct
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from clubscore import __version__
from clubscore.members.models import Member
from clubscore.rubbers.models import Rubber
from tests.archive.zips import empty, manifest_of, packed, saved, sign, spoilt
from tests.factories import agreed_rubber, member

pytestmark = pytest.mark.django_db

DEALS = "rows/rubbers.deal.jsonl"


_kept: list[bytes] = []


@pytest.fixture
def archive():
    """Return the archive of a club with one rubber; the database itself is empty again."""
    if not _kept:
        agreed_rubber()
        _kept.append(packed().getvalue())
        empty()
    return BytesIO(_kept[0])


def refusal(path) -> str:
    with pytest.raises(CommandError) as refused:
        call_command("import_club", str(path))
    assert not Rubber.objects.exists()
    return str(refused.value)


def test_it_says_whose_club_is_here(archive, tmp_path, capsys, settings):
    call_command("import_club", str(saved(archive, tmp_path)))
    assert Rubber.objects.count() == 1
    printed = capsys.readouterr().out
    assert "Clubscore is here, as of 2026-11-21T12:00:00+00:00: " in printed


def test_it_names_those_who_keep_the_office(archive, tmp_path, capsys):
    """The import names the owners of the club, since any row of an archive could make somebody an owner."""

    def crown(files):
        name = "rows/members.member.jsonl"
        first, *others = files[name].splitlines(keepends=True)
        files[name] = b"".join(
            [first.replace(b'"is_superuser": false', b'"is_superuser": true'), *others]
        )
        sign(files)

    call_command("import_club", str(saved(archive, tmp_path)))
    assert (
        "The office is kept by nobody: look whether these are the right ones."
        in capsys.readouterr().out
    )
    empty()
    call_command("import_club", str(spoilt(archive, tmp_path, crown)))
    assert "The office is kept by Anna (owner): look" in capsys.readouterr().out


def test_another_clock_or_currency_than_the_rows_were_made_with_is_told(
    archive, tmp_path, capsys, settings
):
    settings.CLUB_CURRENCY, settings.TIME_ZONE = "EUR", "Europe/Berlin"
    call_command("import_club", str(saved(archive, tmp_path)))
    assert capsys.readouterr().err.splitlines() == [
        "CLUB_CURRENCY was not set where the archive was made, and is EUR here: "
        "make it the same before anybody signs in.",
        "TIME_ZONE was Europe/London where the archive was made, and is Europe/Berlin here: "
        "make it the same before anybody signs in.",
    ]


def test_the_same_clock_and_currency_need_no_word(archive, tmp_path, capsys):
    call_command("import_club", str(saved(archive, tmp_path)))
    assert capsys.readouterr().err == ""


def test_a_club_that_lives_is_left_alone(archive, tmp_path):
    member("Ruth")
    assert "There are members in this database already." in refusal(
        saved(archive, tmp_path)
    )
    assert Member.objects.count() == 1


def test_a_second_import_is_refused_like_any_club_that_lives(archive, tmp_path):
    path = saved(archive, tmp_path)
    call_command("import_club", str(path))
    with pytest.raises(CommandError, match="already"):
        call_command("import_club", str(path))
    assert Rubber.objects.count() == 1


def test_a_file_that_is_not_there(tmp_path):
    assert "There is no file" in refusal(tmp_path / "nothing.zip")


def test_a_folder(tmp_path):
    assert "cannot be read" in refusal(tmp_path)


def test_what_is_no_zip(tmp_path):
    path = tmp_path / "photo.zip"
    path.write_bytes(b"\xff\xd8\xff\xe0 a photograph")
    assert "is no ZIP file, or a damaged one" in refusal(path)


def test_half_a_download(archive, tmp_path):
    path = tmp_path / "half.zip"
    path.write_bytes(archive.getvalue()[: len(archive.getvalue()) // 2])
    assert "is no ZIP file, or a damaged one" in refusal(path)


def test_a_byte_that_fell_over(archive, tmp_path):
    with ZipFile(archive) as whole:
        entry = whole.getinfo(DEALS)
    content = bytearray(archive.getvalue())
    content[entry.header_offset + len(DEALS) + 100] ^= 0xFF
    path = tmp_path / "bent.zip"
    path.write_bytes(content)
    assert "Nothing was written." in refusal(path)


def test_somebody_elses_zip(tmp_path):
    path = tmp_path / "holiday.zip"
    with ZipFile(path, "w") as other:
        other.writestr("../../etc/cron.d/holiday", "* * * * * root true")
    assert (
        "There is no manifest.json in this ZIP: it was not written by Clubscore."
        in refusal(path)
    )


@pytest.mark.parametrize(
    "manifest",
    ["{", "[]", '{"format": "clubscore archive 1"}', '{"format": null}', "\x00"],
)
def test_a_manifest_that_is_none(manifest, archive, tmp_path):
    assert "Nothing was written." in refusal(
        spoilt(
            archive,
            tmp_path,
            lambda files: files.update({"manifest.json": manifest.encode()}),
        )
    )


@pytest.mark.parametrize(
    "changes",
    [
        {"migrations": [{}]},
        {
            "row_files": [
                {"model": "members.Member", "rows": float("inf"), "sha256": ""}
            ]
        },
        {"row_files": [{"model": "members.Member", "rows": [], "sha256": ""}]},
    ],
)
def test_a_manifest_whose_values_are_of_another_kind(changes, archive, tmp_path):
    assert "Nothing was written." in refusal(
        _with_manifest(archive, tmp_path, **changes)
    )


def test_a_manifest_nested_without_end(archive, tmp_path):
    nested = b"[" * 100_000 + b"]" * 100_000
    path = spoilt(
        archive, tmp_path, lambda files: files.update({"manifest.json": nested})
    )
    assert "Its manifest.json cannot be read" in refusal(path)


def test_a_member_whose_name_is_blank(archive, tmp_path):
    def blank(files):
        name = "rows/members.member.jsonl"
        files[name] = files[name].replace(b'"name": "Anna"', b'"name": " \\u2003"', 1)
        sign(files)

    assert "A member in it has no name" in refusal(spoilt(archive, tmp_path, blank))


def test_a_size_before_unpacking_that_is_longer_than_the_whole_file(archive, tmp_path):
    """An entry is refused if its packed size exceeds the whole file, which would make an absurd size look moderate."""
    content = bytearray(archive.getvalue())
    # The entry of the ZIP's directory: 20 bytes on stand the two sizes.
    at = content.rindex(DEALS.encode()) - 46
    content[at + 20 : at + 28] = struct.pack("<II", 2**31, 2**32 - 2)
    path = tmp_path / "long.zip"
    path.write_bytes(content)
    assert "would become absurdly large by unpacking" in refusal(path)


def test_two_files_of_one_name(archive, tmp_path):
    path = saved(archive, tmp_path)
    with ZipFile(path, "a") as more, pytest.warns(UserWarning, match="Duplicate name"):
        more.writestr(DEALS, b"")
    assert "Two files in this ZIP have the same name" in refusal(path)


def test_very_many_files(archive, tmp_path):
    path = saved(archive, tmp_path)
    with ZipFile(path, "a") as more:
        for number in range(20_001):
            more.writestr(f"x/{number}", b"")
    assert "it was not written by Clubscore" in refusal(path)


def test_a_form_that_is_not_known_yet(archive, tmp_path):
    message = refusal(_with_manifest(archive, tmp_path, format="clubscore archive 2"))
    assert (
        "This is a “clubscore archive 2”; what can be read is a “clubscore archive 1”."
        in message
    )


def test_a_newer_clubscore(archive, tmp_path):
    with ZipFile(archive) as whole:
        known = json.loads(whole.read("manifest.json"))["migrations"]
    message = refusal(
        _with_manifest(archive, tmp_path, migrations=[*known, "ledger.0099_gold"])
    )
    assert (
        f"made by a newer Clubscore, and this is Clubscore {__version__}, which does not know ledger.0099_gold."
        in message
    )
    message = refusal(
        _with_manifest(
            archive, tmp_path, migrations=[*known, "ledger.0099_gold"], version="2.1.0"
        )
    )
    assert "made by Clubscore 2.1.0, and" in message
    assert "Install that version or a later one. Nothing was written." in message


def test_an_older_clubscore_that_never_was(archive, tmp_path):
    """An archive of a version that never existed is refused; test_archives_of_earlier_versions.py reads a real one."""
    message = refusal(
        _with_manifest(archive, tmp_path, migrations=["members.0001_first"])
    )
    assert (
        "It could not be brought up to date: Line 1 of rows/members.member.jsonl cannot be brought in"
        in message
    )


def _with_manifest(archive, folder, **changes):
    def change(files):
        files["manifest.json"] = json.dumps(manifest_of(files) | changes).encode()

    return spoilt(archive, folder, change)


def test_rows_that_are_not_listed(archive, tmp_path):
    assert "it was changed by hand" in refusal(
        _with_manifest(archive, tmp_path, row_files=[])
    )


def test_a_file_of_rows_that_is_missing(archive, tmp_path):
    message = refusal(spoilt(archive, tmp_path, lambda files: files.pop(DEALS)))
    assert f"{DEALS} is missing from the ZIP" in message


def test_a_row_that_is_missing(archive, tmp_path):
    def leave_the_last_out(files):
        files[DEALS] = b"".join(files[DEALS].splitlines(keepends=True)[:-1])

    assert f"{DEALS} has 8 rows, not 9" in refusal(
        spoilt(archive, tmp_path, leave_the_last_out)
    )


def test_a_row_that_was_changed(archive, tmp_path):
    def win_a_trick_more(files):
        files[DEALS] = files[DEALS].replace(b'"tricks": 8', b'"tricks": 9', 1)

    assert f"{DEALS} is not as it was written" in refusal(
        spoilt(archive, tmp_path, win_a_trick_more)
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"not JSON\n", "Line 1 of rows/rubbers.deal.jsonl cannot be brought in"),
        (b"[1, 2]\n", "it should have the fields declarer, honours_e"),
        (b'{"id": 1}\n', "it should have the fields declarer, honours_e"),
        (
            b"[" * 100_000 + b"\n",
            "Line 1 of rows/rubbers.deal.jsonl cannot be brought in",
        ),
        (b"\xff\n", "Line 1 of rows/rubbers.deal.jsonl cannot be brought in"),
    ],
)
def test_a_line_that_is_no_row(line, message, archive, tmp_path):
    assert message in refusal(
        spoilt(archive, tmp_path, lambda files: files.update({DEALS: line}))
    )


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        (
            b'"recorded_at": "2026',
            b'"recorded_at": "yesterday, 2026',
            "recorded_at cannot be 'yesterday",
        ),
        (
            b'"recorded_at": "2026-11-21T12:01:00+00:00"',
            b'"recorded_at": "0001-01-01"',
            "recorded_at cannot be '0001",
        ),
        (
            b'"level": 2',
            b'"level": 99999999999999999999',
            f"Rows of {DEALS} are refused by the database",
        ),
        (b'"level": 2', b'"level": 8', f"Rows of {DEALS} are refused by the database"),
        (
            b'"number": 1',
            b'"number": null',
            f"Rows of {DEALS} are refused by the database",
        ),
    ],
)
def test_a_row_that_cannot_be(before, after, message, archive, tmp_path):
    def change(files):
        files[DEALS] = files[DEALS].replace(before, after, 1)
        sign(files)

    assert message in refusal(spoilt(archive, tmp_path, change))


def test_a_role_that_there_is_not(archive, tmp_path):
    def crown(files):
        name = "rows/members.member_groups.jsonl"
        files[name] = files[name].replace(b'"player"', b'"emperor"', 1)

    assert "group cannot be ['emperor']" in refusal(spoilt(archive, tmp_path, crown))


def test_rows_that_point_nowhere(archive, tmp_path):
    def leave_the_members_out(files):
        files["rows/members.member.jsonl"] = b""
        sign(files)

    assert "Its rows do not fit together" in refusal(
        spoilt(archive, tmp_path, leave_the_members_out)
    )


def test_a_file_that_becomes_absurdly_large(archive, tmp_path):
    path = spoilt(archive, tmp_path, lambda files: files.pop(DEALS))
    with ZipFile(path, "a", ZIP_DEFLATED) as bomb:
        bomb.writestr(DEALS, b" " * 20_000_000)
    assert f"{DEALS} would become absurdly large" in refusal(path)


def test_a_locked_file(archive, tmp_path):
    path = saved(archive, tmp_path)
    content = bytearray(path.read_bytes())
    directory = content.rindex(b"PK\x01\x02", 0, content.rindex(b"manifest.json"))
    content[directory + 8] |= 1
    path.write_bytes(content)
    assert "manifest.json is locked with a password" in refusal(path)
