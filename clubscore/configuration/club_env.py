"""`club.env` in the data folder: the settings of a club, one `NAME=value` a line. The environment has priority."""

import os
import re
from collections.abc import Mapping
from io import StringIO
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

from clubscore.configuration.names import BY_NAME, nearest

FILE = "club.env"
HEAD = "# The settings of this club, a line each. What they mean: docs/operations.md. Others must not read this file.\n"

_LINE = re.compile(r"(?:export )?([A-Za-z_0-9]+)=(.*)", re.ASCII)
_BARE = re.compile(r"[\w./:@,+-]*", re.ASCII)


def read(folder: Path) -> frozenset[str]:
    """Put the settings of `club.env` into the environment, except settings that the environment has already.

    Returns the names that the file has set. Raises ImproperlyConfigured, with file and line, for a malformed line, an
    unknown or repeated name, and a file that cannot be read.
    """
    path = folder / FILE
    kept = values_of(path)
    new = kept.keys() - os.environ.keys()
    os.environ.update({name: kept[name] for name in new})
    return frozenset(new)


def values_of(path: Path) -> dict[str, str]:
    """The settings in the file, by name; empty if there is no file.

    Raises ImproperlyConfigured for a malformed line, an unknown or repeated name, and a file that cannot be read.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(f"{path} cannot be read: {error}") from error
    names: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            names.append(_name_of(line, f"{path}:{number}"))
        if len(names) != len(set(names)):
            raise ImproperlyConfigured(
                f"{path}:{number}: {names[-1]} stands there twice. Leave one of the lines."
            )
    return _parsed(text)


def write(folder: Path, values: Mapping[str, str]) -> Path:
    """Write these settings at the end of `club.env`, in the given order. Returns the path of the file.

    Earlier lines with these names are removed; other settings and comments stay as they are. Raises ValueError for a
    value with a line break.
    """
    if broken := [
        name for name, value in values.items() if len(value.splitlines()) > 1
    ]:
        raise ValueError(f"{', '.join(broken)}: a setting is one line.")
    path = folder / FILE
    lines = (
        path.read_text(encoding="utf-8").splitlines()
        if path.exists()
        else HEAD.splitlines()
    )
    kept = [
        line
        for line in lines
        if not ((found := _LINE.fullmatch(line)) and found[1] in values)
    ]
    kept += [f"{name}={_quoted(value)}" for name, value in values.items()]
    beside = path.with_name(f"{FILE}.new")
    beside.touch(mode=0o600)
    beside.write_text("\n".join([*kept, ""]), encoding="utf-8")
    beside.replace(path)
    return path


def _parsed(text: str) -> dict[str, str]:
    """The settings in the text, parsed by django-environ without a change of this process's environment."""
    values: dict[str, str] = {}
    reader = type("_Reader", (environ.Env,), {"ENVIRON": values})
    reader.read_env(StringIO(text))  # type: ignore[attr-defined]  # it has no types
    return values


def _name_of(line: str, place: str) -> str:
    """The name of the setting in this line. Raises ImproperlyConfigured if it is missing or unknown.

    `place` names the file and the line for the message.
    """
    if not (found := _LINE.fullmatch(line)):
        raise ImproperlyConfigured(
            f"{place}: a line is NAME=value, or begins with #. This is: {line}"
        )
    name = found[1]
    if name not in BY_NAME:
        meant = (
            f" Did you mean {near}?"
            if (near := nearest(name))
            else " docs/operations.md lists the names."
        )
        raise ImproperlyConfigured(f"{place}: no setting is called {name}.{meant}")
    return name


def _quoted(value: str) -> str:
    """A plain value unchanged; any other value in quotation marks, with a backslash before each `\\` and `"`."""
    if _BARE.fullmatch(value):
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
