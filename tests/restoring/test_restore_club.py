"""The command `manage.py restore_club FILE`: what it does, and when it refuses."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from clubscore.backups.addresses import sqlite_url
from tests.archive.test_archives_of_earlier_versions import LATER
from tests.restoring.commands import manage
from tests.server_process import ServerProcess

pytestmark = pytest.mark.slow


def backup_of(data: Path) -> Path:
    made = manage(data, "backup_club")
    assert made.returncode == 0, made.stderr
    (path,) = (data / "backups").glob("*.sqlite3")
    return path


def names(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as club:
        return [
            name
            for (name,) in club.execute("SELECT name FROM members_member ORDER BY id")
        ]


@pytest.mark.thorough
def test_a_copy_over_a_live_log_is_silently_undone_and_the_command_does_it_right(
    data, tmp_path
):
    """Case: the server was killed, so that its last writes are in the write-ahead log beside the database."""
    club, backup = data / "club.sqlite3", backup_of(data)
    as_it_was = names(backup)
    with closing(sqlite3.connect(club)) as server:
        server.execute("PRAGMA journal_mode=WAL")
        server.execute("PRAGMA wal_autocheckpoint=0")
        server.execute("UPDATE members_member SET name = 'Somebody Else'")
        server.commit()
        # So that every page is in the log, wherever the backup has it.
        server.execute("VACUUM")
        died = tmp_path / "died"
        shutil.copytree(data, died)
    assert (died / "club.sqlite3-wal").stat().st_size

    by_hand = tmp_path / "by hand"
    shutil.copytree(died, by_hand)
    shutil.copyfile(backup, by_hand / "club.sqlite3")
    assert set(names(by_hand / "club.sqlite3")) == {"Somebody Else"}, (
        "the log was played onto the copy"
    )

    restored = manage(died, "restore_club", str(backup), "--yes")
    assert "What was there is in" in restored.stdout, restored.stderr
    assert names(died / "club.sqlite3") == as_it_was
    (aside,) = (died / "aside").glob("*/club.sqlite3")
    assert set(names(aside)) == {"Somebody Else"}


@pytest.mark.landing
def test_it_stops_while_the_club_is_served_and_no_server_starts_while_it_works(data):
    backup = backup_of(data)
    club = data / "club.sqlite3"
    own = {"DATABASE_URL": sqlite_url(club), "CLUB_DATA_DIR": str(data)}
    with ServerProcess(environment=own):
        refused = manage(data, "restore_club", str(backup), "--yes")
        assert (
            "The club is being served: stop the server first. Nothing was changed."
            in refused.stderr
        )
    assert not (data / "aside").exists()
    with closing(sqlite3.connect(f"{club}.served", isolation_level=None)) as restoring:
        restoring.execute("BEGIN EXCLUSIVE")
        with (
            pytest.raises(RuntimeError, match="did not start"),
            ServerProcess(environment=own),
        ):
            pass


@pytest.mark.landing
def test_it_stops_while_somebody_else_has_the_database_open(data):
    backup = backup_of(data)
    with closing(sqlite3.connect(data / "club.sqlite3")) as somebody:
        somebody.execute("PRAGMA journal_mode=WAL")
        somebody.execute("SELECT * FROM members_member").fetchone()
        refused = manage(data, "restore_club", str(backup), "--yes")
    assert (
        "is open in another program: stop the server first. Nothing was changed."
        in refused.stderr
    )


@pytest.mark.landing
def test_what_a_killed_restore_has_left_can_be_restored_and_goes_only_then(
    data, tmp_path
):
    left = data / ".restoring-x"
    left.mkdir()
    last_copy = shutil.copy(backup_of(data), left / "scratch.sqlite3")
    refused = manage(data, "restore_club", str(tmp_path / "nothing"), "--yes")
    assert refused.returncode == 1
    assert left.exists()
    restored = manage(data, "restore_club", str(last_copy), "--yes")
    assert "Back are" in restored.stdout, restored.stderr
    assert not left.exists()


@pytest.mark.thorough
def test_a_backup_of_an_earlier_version_is_brought_up_to_date_and_that_of_a_later_one_refused(
    data, tmp_path
):
    backup, later = backup_of(data), tmp_path / "later"
    restored = manage(
        later, "restore_club", str(backup), "--yes", DJANGO_SETTINGS_MODULE=LATER
    )
    assert restored.returncode == 0, restored.stderr
    with closing(sqlite3.connect(later / "club.sqlite3")) as club:
        assert club.execute(
            "SELECT count(*) FROM rubbers_deal WHERE called = ''"
        ).fetchone() == (0,)
    refused = manage(data, "restore_club", str(later / "club.sqlite3"), "--yes")
    assert (
        "does not know rubbers.9000_called. Install that version or a later one. Nothing was changed."
        in refused.stderr
    )


@pytest.mark.landing
def test_without_a_terminal_it_wants_to_be_told_that_it_shall(data):
    refused = manage(data, "restore_club", str(backup_of(data)))
    assert "takes the place of what is in the database" in refused.stdout
    assert "Without a terminal give --yes. Nothing was changed." in refused.stderr


@pytest.mark.thorough
def test_a_backup_without_its_note_comes_back_with_a_word_about_the_clock(data):
    backup = backup_of(data)
    Path(f"{backup}.json").unlink()
    restored = manage(data, "restore_club", str(backup), "--yes")
    assert "make them the same here before anybody signs in" in restored.stderr
    assert "Back are" in restored.stdout


def noted_restores(database: Path) -> list[tuple[str, int | None]]:
    """The facts of the restores in the audit of the database, and the members who did them."""
    with closing(sqlite3.connect(database)) as club:
        return list(
            club.execute(
                "SELECT after, by_id FROM members_deed WHERE after LIKE 'RESTORED=%'"
            )
        )


@pytest.mark.landing
def test_the_audit_of_the_restored_club_has_the_restore_once(data):
    backup = backup_of(data)
    for _ in range(2):
        restored = manage(data, "restore_club", str(backup), "--yes")
        assert restored.returncode == 0, restored.stderr
    [(fact, by)] = noted_restores(data / "club.sqlite3")
    assert fact.endswith(f" {backup.name}"[-40:])
    assert by is None
