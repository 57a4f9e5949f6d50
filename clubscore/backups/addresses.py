"""Addresses of databases in the form of `DATABASE_URL`, for commands that work on another database."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

SCRATCH = "clubscore_scratch"
"""The part of a name that marks a scratch database, which is made to check a backup and dropped afterwards."""


def sqlite_url(path: Path) -> str:
    return f"sqlite:///{quote(str(path))}"


def postgresql_url(database: Mapping[str, Any], *, name: str = "") -> str:
    """The address of a database on PostgreSQL.

    `database` is a dictionary as in the settings. With `name`, the address is that of the database of this name
    on the same server.
    """
    user, password, place = (
        quote(str(database.get(part) or ""), safe="")
        for part in ("USER", "PASSWORD", "HOST")
    )
    options = {key: str(value) for key, value in database.get("OPTIONS", {}).items()}
    if str(database.get("HOST") or "").startswith("/"):
        options["host"], place = database["HOST"], ""
    port = f":{database['PORT']}" if database.get("PORT") else ""
    account = ""
    if user and password:
        account = f"{user}:{password}@"
    elif user:
        account = f"{user}@"
    query = f"?{urlencode(options)}" if options else ""
    return f"postgres://{account}{place}{port}/{quote(name or database['NAME'], safe='')}{query}"
