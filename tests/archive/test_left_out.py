"""An admin's download holds no hands that are sealed to that admin, and no session in which the admin still plays."""

from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.archive.export import pack, pack_for
from clubscore.archive.left_out import left_out_for
from clubscore.archive.manifest import Manifest
from clubscore.archive.restore import unpack
from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.models import Play, Section, Session
from clubscore.duplicate.slot import Slot
from clubscore.hands.models import DealSet
from clubscore.hands.services import deal_set, look, open_set
from clubscore.members.models import Member
from clubscore.members.roles import Role
from clubscore.rubbers.agreement.blind_books import take_back
from clubscore.rubbers.correction.seating import correct_seats
from clubscore.rubbers.models import BookEntry
from clubscore.rubbers.models.motion import exchange_of
from clubscore.rubbers.recording.services import stop_rubber
from clubscore.rubbers.rubber.loading import load
from scoring import Seat
from tests.archive.zips import empty, every_row, packed, saved
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import agreed, player
from tests.factories import NOON, four, member
from tests.rubbers.agreement.blind import blind_rubber, write

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
FIRST = Slot("A", 1, 1, 1)


@pytest.fixture
def ruth() -> Member:
    return member("Ruth", role=Role.ADMIN)


@pytest.fixture
def session(ruth) -> Session:
    found = in_play(ruth)
    agreed(found, FIRST, "4sxn+1")
    return found


def sealed(by: Member, name: str = "Thursday", **more: object) -> DealSet:
    return deal_set(
        name=name, first=1, boards=2, **{"opens_at": None, **more}, by=by, now=NOON
    )


def downloaded(by: Member) -> tuple[BytesIO, Manifest]:
    file = BytesIO()
    return file, pack_for(file=file, by=by, now=NOON)


def rows(manifest: Manifest) -> dict[str, int]:
    return {listed.model: listed.rows for listed in manifest.row_files}


def everything_in(file: BytesIO) -> bytes:
    with ZipFile(file) as packed_files:
        return b"".join(packed_files.read(name) for name in packed_files.namelist())


def test_hands_that_are_sealed_are_in_no_download_and_all_others_are(ruth):
    hidden, seen = sealed(ruth), sealed(ruth, "Looked at")
    opened, by_time = (
        sealed(ruth, "Open"),
        sealed(ruth, "By time", opens_at=NOON + timedelta(hours=1)),
    )
    look(seen=seen, by=ruth, now=NOON)
    open_set(opened=opened, by=ruth, now=NOON)
    file, manifest = downloaded(ruth)
    assert manifest.left_out == [
        "The hands “Thursday”: they are sealed until an admin opens them.",
        "The hands “By time”: they are sealed until 21 November 2026, 13:00.",
    ]
    assert rows(manifest)["hands.DealSet"] == 2
    for each in (hidden, by_time):
        assert each.sealed_text.splitlines()[-1].encode() not in everything_in(file)
        assert manifest.left_out[0].encode() in ZipFile(file).read("README.txt")


def test_a_look_by_another_opens_nothing_to_who_downloads(ruth):
    look(seen=sealed(ruth), by=member("Bert", role=Role.ADMIN), now=NOON)
    assert {
        name: count
        for name, count in rows(downloaded(ruth)[1]).items()
        if name.startswith("hands.")
    } == {
        "hands.DealSet": 0,
        "hands.Look": 0,
    }


def test_an_admin_who_plays_takes_nothing_of_the_session_along_until_it_is_over(
    session, ruth
):
    anna = player(session, FIRST)
    anna.groups.set(ruth.groups.all())
    anna = Member.objects.get(pk=anna.pk)
    _, manifest = downloaded(anna)
    assert manifest.left_out == [
        "The session “Thursday pairs”: it is in play, and you do not see all of it yet."
    ]
    assert not any(
        count for name, count in rows(manifest).items() if name.startswith("duplicate.")
    )
    for round in range(2, 6):
        start_round(session=session, round=round, by=ruth, now=NOON)
    end_play(session=session, by=ruth, now=NOON)
    _, manifest = downloaded(anna)
    assert (manifest.left_out, rows(manifest)["duplicate.Play"]) == ([], 1)


def test_the_page_says_it_without_looking_for_every_row(session, ruth):
    anna = player(session, FIRST)
    with CaptureQueriesContext(connection) as captured:
        found = left_out_for(anna, NOON)
    assert len(captured) <= 16 and len(found.words) == 1
    with CaptureQueriesContext(connection) as captured:
        assert found.rows[Play] and found.rows[Play] is found.rows[Play]
    assert len(captured) > 10  # a statement for each model that can hang on a session


def test_who_does_not_play_sees_all_and_takes_all_along(session, ruth):
    _, manifest = downloaded(ruth)
    assert (manifest.left_out, rows(manifest)["duplicate.Play"]) == ([], 1)


def test_what_is_made_on_the_server_is_whole(session, ruth):
    sealed(ruth)
    file = BytesIO()
    manifest = pack(file, now=NOON)
    assert (
        manifest.left_out,
        rows(manifest)["hands.DealSet"],
        rows(manifest)["duplicate.Play"],
    ) == ([], 1, 1)
    assert b"may not see" not in ZipFile(packed()).read("README.txt")


def test_a_club_is_set_up_from_it_without_them_and_says_so(
    session, ruth, tmp_path, capsys
):
    sealed(ruth)
    anna = player(session, FIRST)
    file, _ = downloaded(anna)
    before = every_row()
    path = saved(file, tmp_path)
    empty()
    assert unpack(path=path).left_out
    assert not (
        DealSet.objects.exists() or Play.objects.exists() or Section.objects.exists()
    )
    gone = {name for name, kept in every_row().items() if kept != before[name]}
    assert all(name.startswith(("hands.", "duplicate.")) for name in gone)
    empty()
    call_command("import_club", str(path))
    assert "It was made without these:\nThe hands “Thursday”" in capsys.readouterr().err


def test_the_page_says_what_will_not_be_in_the_file(ruth):
    client = Client()
    client.force_login(ruth)
    assert "Not in the file now" not in client.get("/export/").content.decode()
    sealed(ruth)
    assert (
        "The hands “Thursday”: they are sealed"
        in client.get("/export/").content.decode()
    )


# --- books of other sides ---


@pytest.fixture
def books(ruth):
    """A rubber in which Ruth plays, with two entries of the other side for deal 1: one replaced, one taken back."""
    rubber = blind_rubber(four() | {Seat.EAST: ruth})
    write(rubber, "4sn=", Seat.NORTH)
    written = write(rubber, "4sn+1", Seat.NORTH).entry
    state = load(rubber.pk)
    take_back(state=state, entry=written, by=written.member, now=NOON)
    return rubber


def left(member: Member) -> list[str]:
    """The facts of the entries that an archive for this member leaves out."""
    entries = BookEntry.objects.filter(
        pk__in=left_out_for(member, NOON).roots[BookEntry]
    )
    return [str(entry.facts) for entry in entries.order_by("pk")]


def test_what_the_other_side_has_replaced_or_taken_back_is_left_out_until_the_deal_is_decided(
    books, ruth
):
    assert left(ruth) == ["4SN=", "4SN+1"]
    write(books, "4sn+2", Seat.NORTH)
    assert left(ruth) == ["4SN=", "4SN+1", "4SN+2"]
    assert [left(books.players[seat]) for seat in (Seat.NORTH, Seat.SOUTH)] == [[], []]
    assert len(left_out_for(ruth, NOON).words) == 1
    write(books, "4sn=", Seat.EAST)
    assert left(ruth) == []


def test_her_own_side_s_entries_are_not_left_out(books, ruth):
    write(books, "1nw=", Seat.WEST)
    assert left(ruth) == ["4SN=", "4SN+1"]


def test_entries_that_the_end_has_dropped_are_not_left_out(books, ruth):
    write(books, "4sn+2", Seat.NORTH)
    stop_rubber(state=load(books.pk), reason="Fire", seen_revision=0, by=ruth, now=NOON)
    assert left(ruth) == []


def test_after_a_correction_of_the_seats_the_writer_s_partner_of_now_may_read(ruth):
    rubber = blind_rubber(four() | {Seat.EAST: ruth}, lines=("1nn=",))
    write(rubber, "4sn=", Seat.NORTH)
    exchange = exchange_of("NE")
    correct_seats(state=load(rubber.pk), exchange=exchange, by=ruth, now=NOON)
    assert left(ruth) == ["4SN="]
    assert left(rubber.players[Seat.WEST]) == []
