"""A stranger sets up a club, loses the machine, and restores everything on another database, by the docs alone."""

import shutil
from pathlib import Path

import pytest

from tests.docs.commands import Command, commands_of
from tests.docs.machine import ANSWERS, PASSWORD, machine
from tests.docs.terminal import PATIENCE
from tests.docs.typed import health_at, served, type_it
from tests.docs.visitor import Visitor
from tests.waiting import until

OPERATIONS = "docs/operations.md"
SET_UP, SERVE, REMEMBER = commands_of(OPERATIONS, "A club of its own")
ONTO_A_STICK = commands_of(OPERATIONS, "Each night, by itself")
*BRING_BACK, SERVE_AGAIN = [
    command
    for command in commands_of(OPERATIONS, "On another computer, onto another database")
    if not command.elsewhere
    and ("postgres" in command.text or "createdb" in command.text)
]
MEMBERS = "Mei Tanaka\nIvo Kovač"


@pytest.mark.typed
def test_a_lost_club_is_back_on_another_database(tmp_path: Path) -> None:
    home = tmp_path / "stranger"
    with machine(tmp_path) as fresh, fresh.terminal(home=home) as terminal:

        def type_all(*commands: Command) -> None:
            for command in commands:
                type_it(terminal, command, port=fresh.port)

        type_all(SET_UP, REMEMBER, *ONTO_A_STICK)
        with served(terminal, SERVE, port=fresh.port) as address:
            secretary = signed_in(address)
            imported = secretary.send(
                "/members/import/", {"names": MEMBERS, "import": "yes"}
            )
            assert "2 members imported." in imported
            members = secretary.page("/members/list/")
            assert all(surname in members for surname in ("Abel", "Tanaka", "Kovač"))
            # Begins after two minutes.
            until(
                lambda: backup_of(address) == "0 hours old, checked", seconds=PATIENCE
            )
        shutil.rmtree(home / "club")

        type_all(*BRING_BACK)
        with served(terminal, SERVE_AGAIN, port=fresh.port) as address:
            health = health_at(address)
            assert health and health["database"] == "postgresql"
            assert signed_in(address).page("/members/list/") == members
    assert not (home / "club").exists()


def signed_in(address: str) -> Visitor:
    """Sign in the secretary and return the secretary's browser. The page must show the club's name."""
    secretary = Visitor(address)
    page = secretary.send(
        "/sign-in/",
        {"username": ANSWERS["The secretary's sign-in name"], "password": PASSWORD},
    )
    assert ANSWERS["The club's name"] in page
    return secretary


def backup_of(address: str) -> str:
    """Return what /healthz says about the newest backup, such as "0 hours old, checked"."""
    health = health_at(address)
    assert health
    return health["backup"]
