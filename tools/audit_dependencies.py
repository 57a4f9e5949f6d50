"""Ask the Open Source Vulnerabilities database (osv.dev) about every pinned library: `make audit-dependencies`.

The exit code is 0 if the database knows of no vulnerability, 1 if it knows of one, and 2 if it could not be asked. With
exit code 2 nothing was checked, which does not mean that nothing was found.
"""

import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from enum import IntEnum
from http.client import HTTPException
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

from tools.vendor import PACKAGES

ROOT = Path(__file__).resolve().parent.parent
PINS = (
    *("requirements.txt", "requirements-postgres.txt", "requirements-sentry.txt"),
    "requirements-bws.txt",
    *(".ci/requirements.txt", ".ci/readers.txt", ".ci/bench-requirements.txt"),
)
OSV = "https://api.osv.dev/v1/querybatch"
PATIENCE = 20.0  # seconds


class Exit(IntEnum):
    """The exit codes of the command."""

    CLEAN = 0
    KNOWN = 1
    NOT_CHECKED = 2


class Pin(NamedTuple):
    """A library at one exact version, from PyPI or npm."""

    ecosystem: str
    name: str
    version: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


class NotChecked(Exception):
    """The database did not answer, or its answer does not have the promised form."""


def pins(texts: Sequence[str]) -> list[Pin]:
    """Return the pinned libraries of these requirements files, each once, and the npm packages that browsers get."""
    found = {
        Pin("PyPI", match[1], match[2])
        for text in texts
        for match in re.finditer(
            r"^([\w.-]+)(?:\[[\w,]+\])?==([\w.!+-]+)", text, flags=re.MULTILINE
        )
    }
    return [
        *sorted(found),
        *(Pin("npm", package.name, package.version) for package in PACKAGES),
    ]


def known_against(asked: Sequence[Pin], *, url: str) -> Mapping[Pin, list[str]]:
    """Map each vulnerable pin to the ids of its entries in the database, such as GHSA-…. Raises NotChecked."""
    queries = [
        {
            "package": {"ecosystem": pin.ecosystem, "name": pin.name},
            "version": pin.version,
        }
        for pin in asked
    ]
    body = json.dumps({"queries": queries}).encode()
    request = Request(url, body, {"Content-Type": "application/json"})
    try:
        with urlopen(request, timeout=PATIENCE) as answer:
            results: list[Any] = json.load(answer)["results"]
        if len(results) != len(asked):
            raise NotChecked(f"{len(results)} answers to {len(asked)} questions")
        return {
            pin: [str(entry["id"]) for entry in result["vulns"]]
            for pin, result in zip(asked, results, strict=True)
            if result.get("vulns")
        }
    except (
        OSError,
        HTTPException,
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
    ) as error:
        raise NotChecked(str(error) or type(error).__name__) from error


def main(*, url: str, out: Any = sys.stdout) -> Exit:
    """Ask the database, print one line for each vulnerable library, and return the exit code."""
    asked = pins([(ROOT / name).read_text() for name in PINS])
    try:
        known = known_against(asked, url=url)
    except NotChecked as reason:
        print(
            f"not checked: {len(asked)} libraries, because {url} did not answer as it should ({reason})",
            file=out,
        )
        return Exit.NOT_CHECKED
    for pin, entries in known.items():
        print(
            f"{pin}: {', '.join(entries)} (https://osv.dev/vulnerability/{entries[0]})",
            file=out,
        )
    print(
        f"checked: {len(asked)} libraries, {len(known)} with something known against them",
        file=out,
    )
    return Exit.KNOWN if known else Exit.CLEAN


if __name__ == "__main__":
    sys.exit(main(url=os.environ.get("OSV_URL", OSV)))
