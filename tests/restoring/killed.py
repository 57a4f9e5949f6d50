"""Run a program that dies, as by a power cut, at its n-th step: `python killed.py n …`.

A step is a change to a file, or a statement that changes the program's database.

After the number comes a command of `manage.py`, or `replace` with the database and the file that replaces it. When the
program dies, no handler runs and no `with` block is left. If it ends by itself, it prints on standard error how many
steps it had.
"""

import os
import re
import signal
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
CHANGES = {
    "os.mkdir",
    "os.remove",
    "os.rename",
    "os.rmdir",
    "shutil.copyfile",
    "subprocess.Popen",
}
STATEMENTS = re.compile(
    r"\s*(ALTER|CREATE|DELETE|DROP|INSERT|REPLACE|UPDATE)\b", re.IGNORECASE
)
# Hundreds, which each `migrate` gives anew whatever is there.
EACH_TIME = re.compile(r"TRIGGER|auth_group")

_done = 0
_end_at = 0


def main(at: int, words: list[str]) -> int:
    global _end_at
    _end_at = at
    sys.path.insert(0, str(ROOT))
    sys.dont_write_bytecode = True  # those files are nothing that the program does, and are there at the next run

    def notice(event: str, arguments: tuple[Any, ...]) -> None:
        if event in CHANGES or (event == "open" and _writes(arguments)):
            _count()

    sys.addaudithook(notice)
    code = _replace(*map(Path, words[1:])) if words[0] == "replace" else _manage(words)
    print(f"things done: {_done}", file=sys.stderr)
    return code


def _count() -> None:
    global _done
    _done += 1
    if _done == _end_at:
        os.kill(os.getpid(), signal.SIGKILL)


def _writes(arguments: tuple[Any, ...]) -> bool:
    flags = arguments[2]
    return isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR))


def _replace(database: Path, new: Path) -> int:
    from clubscore.restoring.aside import replace_database  # noqa: PLC0415 - found by the path that main sets

    replace_database(database, by=new, now=datetime(2026, 11, 26, 20, 0))
    return 0


def _manage(words: list[str]) -> int:
    from django.db.backends.signals import connection_created  # noqa: PLC0415 - as above

    from clubscore.command_line import main as run  # noqa: PLC0415 - as above

    connection_created.connect(_watch_statements)
    return run(["manage.py", *words])


def _watch_statements(connection: Any, **_: Any) -> None:
    if _execute not in connection.execute_wrappers:
        connection.execute_wrappers.append(_execute)


def _execute(execute: Any, sql: str, *others: Any) -> Any:
    if STATEMENTS.match(sql) and not EACH_TIME.search(sql):
        _count()
    return execute(sql, *others)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
