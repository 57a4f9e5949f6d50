"""If a club's database is missing or empty, a start says so and does not silently create another club."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.restoring.commands import manage
from tests.server_process import ServerProcess

pytestmark = [pytest.mark.slow, pytest.mark.landing]
SECRETARY = ("--username", "sec", "--owner", "Edda Brook", "--name", "Fen")


def backed_up(folder: Path) -> str:
    assert manage(folder, "backup_club").returncode == 0
    (folder / "club.sqlite3").unlink()
    (backup,) = (folder / "backups").glob("*.sqlite3")
    return f'make restore "CLUB_DATA_DIR={folder}" FILE="{backup}"'


def moved_aside(folder: Path) -> str:
    """Move the database into the folder `aside`. Returns the command that the message must name to restore it."""
    there = folder / "aside" / "2026-11-22T21-40-00"
    there.mkdir(parents=True)
    (folder / "club.sqlite3").rename(there / "club.sqlite3")
    return f'make restore "CLUB_DATA_DIR={folder}" FILE="{there}/club.sqlite3"'


def backed_up_and_moved_aside(folder: Path) -> str:
    """Make a backup, then move aside a database that is newer than it.

    Returns the command that the message must name.
    """
    assert manage(folder, "backup_club").returncode == 0
    os.utime(folder / "club.sqlite3")
    return moved_aside(folder)


def cut_off(folder: Path) -> str:
    """Move the database into the folder of a restore that was cut off.

    Returns the words that the message must contain.
    """
    there = folder / ".restoring-a1b2"
    there.mkdir()
    (folder / "club.sqlite3").rename(there / "clubscore_scratch.sqlite3")
    return f"there is {there}."


def named(folder: Path) -> str:
    (folder / "club.sqlite3").unlink()
    (folder / "club.env").write_text("CLUB_NAME=Fen\n")
    return f"there is {folder}/club.env."


def emptied(folder: Path) -> str:
    named(folder)
    (folder / "club.sqlite3").touch()
    return f"The database {folder}/club.sqlite3 is empty, and a club was here"


@pytest.mark.parametrize(
    "lose", [backed_up, moved_aside, backed_up_and_moved_aside, cut_off, named, emptied]
)
def test_no_start_makes_a_club_where_one_was(
    data: Path, lose: Callable[[Path], str]
) -> None:
    says = lose(data)
    was_there = (data / "club.sqlite3").exists()
    for command in ("prepare", "serve"):
        refused = manage(data, command)
        assert refused.returncode == 1
        assert says in refused.stderr
        assert "served at" not in refused.stdout
    assert (data / "club.sqlite3").exists() == was_there, "no empty database was made"


def test_a_server_that_is_started_by_itself_says_so_too(
    data: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    moved_aside(data)
    with pytest.raises(RuntimeError, match="did not start"), served(data):
        pass
    assert "is empty, and a club was here" in capfd.readouterr().err
    assert not (data / "club.sqlite3").exists()


def served(folder: Path) -> ServerProcess:
    return ServerProcess(
        environment={
            "DATABASE_URL": f"sqlite:///{folder}/club.sqlite3",
            "CLUB_DATA_DIR": str(folder),
        }
    )


def test_a_new_club_is_made_there_when_somebody_says_so(data: Path) -> None:
    moved_aside(data)
    made = manage(
        data,
        "set_up_club",
        *SECRETARY,
        DJANGO_SUPERUSER_PASSWORD="a long and quiet evening",
    )
    assert "The club is ready" in made.stdout, made.stderr


def test_the_club_comes_back_by_the_command_that_is_named(data: Path) -> None:
    before = (data / "club.sqlite3").read_bytes()
    moved_aside(data)
    (aside,) = (data / "aside").glob("*/club.sqlite3")
    back = manage(data, "restore_club", str(aside), "--yes")
    assert "Back are" in back.stdout, back.stderr
    assert aside.read_bytes() == before
    assert manage(data, "prepare").returncode == 0


def test_settings_of_a_server_alone_are_no_club(tmp_path: Path) -> None:
    (tmp_path / "club.env").write_text("PORT=8123\nALLOWED_HOSTS=club.example\n")
    prepared = manage(tmp_path, "prepare")
    assert prepared.returncode == 0, prepared.stderr


def test_an_empty_database_is_not_served(tmp_path: Path) -> None:
    refused = manage(tmp_path, "serve")
    assert "There is no club in the database" in refused.stderr
    assert "served at" not in refused.stdout
    assert not (tmp_path / "club.sqlite3").exists()


def test_no_server_starts_between_the_database_and_the_settings_of_a_restore(
    data: Path,
) -> None:
    (data / "restore_unfinished").write_text(
        "/mnt/stick/clubscore-2026-11-22T04-30-00.sqlite3\n"
    )
    refused = manage(data, "serve")
    assert "A restore was cut off in its last step" in refused.stderr
    assert (
        'FILE="/mnt/stick/clubscore-2026-11-22T04-30-00.sqlite3". Or go on'
        in refused.stderr
    )


def test_no_backup_is_made_of_an_empty_database(
    other_database: tuple[str, dict[str, str]], tmp_path: Path
) -> None:
    url, place = other_database
    (tmp_path / "another disk").mkdir(exist_ok=True)
    refused = manage(tmp_path / "data", "backup_club", DATABASE_URL=url)
    assert (
        f"No backup was made: There is no club in the database {place['NAME']} yet."
        in refused.stderr
    )
    assert refused.returncode == 1
