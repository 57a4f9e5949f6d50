"""The table of the launcher's commands, and `run`, which runs one of them."""

import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

from clubscore.configuration.names import BY_NAME, nearest
from clubscore.configuration.places import IS_INSTALLED, ROOT
from clubscore.launcher.environment import django, equip, install
from clubscore.launcher.running import ProgramFailed, become, run_program
from clubscore.launcher.testing import test

# Bundled, hashed and compressed in static/ of the data folder, made again whenever one of their sources has changed.
COLLECTED = {"DEBUG": "", "STATIC_COLLECTED": "1"}
# Templates and static files are read anew at each request; errors are shown in the browser.
AS_THEY_LIE = {"DEBUG": "1", "STATIC_COLLECTED": ""}
SETTING = re.compile(r"([A-Z][A-Z_]*)=(.*)", re.DOTALL)
BESIDES = ("CLUB_DATA_DIR", "WORKERS")
OF_MAKEFLAGS = re.compile(r"(?:^|(?<!\\)\s)(\w+)=")
OF_MAKE = ("FILE", "CHROMIUM", "PYTHON", "PYTEST", "PY", "PIP", "VENV", "SHELL")
"""Variables of the Makefile and its scripts that are not settings."""

Arguments = Sequence[str]


class LauncherCommand(NamedTuple):
    """A command: its meaning, a text about its arguments, and its function."""

    meaning: str
    takes: str
    act: Callable[[Arguments], int | None]


def run(arguments: Arguments) -> int:
    """Run the command that the arguments name. An argument `NAME=value` is a setting. Returns the exit code."""
    try:
        _require_known([name for name in _given_to_make() if name not in OF_MAKE])
        name, *rest = _without_settings(arguments) or ["help"]
        if (command := COMMANDS.get(name)) is None:
            print(
                f"There is no command {name}. These are the commands:", file=sys.stderr
            )
            _help([])
            return 2
        if rest and not command.takes:
            print(
                f"{name} takes no {rest[0]}. A setting is NAME=value.", file=sys.stderr
            )
            return 2
        return command.act(rest) or 0
    except ProgramFailed as failure:
        return failure.code
    except KeyboardInterrupt:
        return 130


def _without_settings(arguments: Arguments) -> list[str]:
    """Put the settings among the arguments, such as `PORT=8080`, into the environment. Returns the other arguments.

    Raises ProgramFailed for a name that is no setting.
    """
    rest: list[str] = []
    for argument in arguments:
        if rest[:1] == ["manage"] or not (found := SETTING.fullmatch(argument)):
            rest.append(argument)
        else:
            _require_known([found[1]])
            os.environ[found[1]] = found[2]
    return rest


def _given_to_make() -> list[str]:
    """The names of the variables on make's command line, as in `make run PORT=8080`. make puts them into MAKEFLAGS.

    Empty if another Makefile calls our Makefile or this program, because the variables are then of that Makefile.
    """
    # What this process starts is not called by our Makefile.
    if os.environ.pop("CLUBSCORE_MAKELEVEL", "") != "0":
        return []
    _, _, variables = os.environ.get("MAKEFLAGS", "").partition("-- ")
    return OF_MAKEFLAGS.findall(variables)


def _require_known(names: Sequence[str]) -> None:
    """Require that each name is the name of a setting.

    If one is not, print the reason and raise ProgramFailed.
    """
    for name in names:
        if name not in BY_NAME and name not in BESIDES:
            meant = f" Did you mean {near}?" if (near := nearest(name)) else ""
            print(f"No setting is called {name}.{meant}", file=sys.stderr)
            raise ProgramFailed(2)


def _install(arguments: Arguments) -> None:
    install()


def _equip(arguments: Arguments) -> None:
    equip()


def _setup(arguments: Arguments) -> None:
    install()
    run_program(django("prepare", "--demonstration"), more=COLLECTED)


def _run(arguments: Arguments) -> int:
    _setup(arguments)
    return become(django("serve"), more={"STATIC_COLLECTED": "1"})


def _dev(arguments: Arguments) -> int:
    install()
    # A folder of its own: a migration that is half written must not meet a club that somebody keeps.
    os.environ.setdefault("CLUB_DATA_DIR", str(ROOT / ".cache" / "dev"))
    os.environ.setdefault("BACKUP_AT", "never")
    run_program(django("prepare", "--demonstration"), more=AS_THEY_LIE)
    return become(django("serve", "--reload"), more=AS_THEY_LIE)


def _demo(arguments: Arguments) -> int:
    install()
    run_program(django("migrate", "-v", "0"))
    return become(django("fill_demo", *arguments))


def _reset(arguments: Arguments) -> int:
    install()
    return become(django("reset_demonstration"), more=COLLECTED)


def _django_command(*command: str) -> Callable[[Arguments], int]:
    """A function for the launcher that runs this command of Django, with the arguments that the function gets."""

    def act(arguments: Arguments) -> int:
        install()
        return become(django(*command, *arguments))

    return act


def _help(arguments: Arguments) -> None:
    for name, command in COMMANDS.items():
        print(f"  {f'{name} {command.takes}':28} {command.meaning}")
    print(
        "A setting before or after it counts for this once: HOST=0.0.0.0 PORT=8080 CLUB_DATA_DIR=/path/to/folder"
    )


COMMANDS = {
    "setup": LauncherCommand(
        "install, migrate, collect static files; a new database gets the demonstration club",
        "",
        _setup,
    ),
    "run": LauncherCommand(
        "set up and serve, at http://127.0.0.1:8000 unless HOST or PORT say otherwise",
        "",
        _run,
    ),
    "club": LauncherCommand(
        "an empty club of your own", "[--name …]", _django_command("set_up_club")
    ),
    "backup": LauncherCommand(
        "a checked copy of the club, while it is served",
        "[FOLDER]",
        _django_command("backup_club"),
    ),
    "restore": LauncherCommand(
        "the club as it was in that backup", "FILE", _django_command("restore_club")
    ),
    "demo": LauncherCommand(
        "fill the demonstration club into an empty database", "[--password …]", _demo
    ),
    "reset": LauncherCommand(
        "move the demonstration club aside and begin again", "", _reset
    ),
    "audit": LauncherCommand(
        "recompute the ledger, every rubber and every published table",
        "",
        _django_command("audit_club"),
    ),
    "manage": LauncherCommand(
        "any other command of `manage.py`", "COMMAND …", _django_command()
    ),
    "help": LauncherCommand("list these commands", "", _help),
}
if not IS_INSTALLED:
    COMMANDS |= {
        "dev": LauncherCommand(
            "serve a demonstration club that follows each change of the code", "", _dev
        ),
        "install": LauncherCommand(
            "install what Clubscore needs into .venv/, and nothing else", "", _install
        ),
        "equip": LauncherCommand(
            "install what the tests and checks need as well", "", _equip
        ),
        "test": LauncherCommand(
            "the tests: on SQLite, in the browser, on PostgreSQL",
            "[--fast | --thorough]",
            test,
        ),
    }
