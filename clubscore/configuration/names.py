"""The settings of an installation by name, as `docs/operations.md` and the office page list them."""

from difflib import get_close_matches
from typing import NamedTuple


class Name(NamedTuple):
    """One setting: its name, the value without it as text, and what it is. A secret's value is shown to nobody."""

    name: str
    default: str
    meaning: str
    is_secret: bool = False


NAMES = (
    Name("CLUB_NAME", "Clubscore", "stands in the top band and the title"),
    Name("TIME_ZONE", "Europe/London", "the club's clock"),
    Name("CLUB_CURRENCY", "none", "the currency of a club that plays for money, such as `EUR`"),
    Name("ALLOWED_HOSTS", "localhost", "the names under which the site is reached, with commas"),
    Name("HOST", "127.0.0.1", "where `make run` listens; `0.0.0.0` lets phones in"),
    Name("PORT", "8000", "the port of `make run`"),
    Name("PROCESSES", "1", "how many processes `make run` serves with"),
    Name(
        "DATABASE_URL",
        "SQLite in the data folder",
        "`sqlite:////path/to/club.sqlite3` or `postgres://user:password@host:5432/name?sslmode=require` with any "
        "option of PostgreSQL's driver (install `requirements-postgres.txt`)",
        is_secret=True,
    ),
    Name(
        "SECRET_KEY",
        "kept in `secret_key` of the data folder",
        "signs the sessions; anybody who has it can sign in as anybody",
        is_secret=True,
    ),
    Name(
        "BACKUP_FOLDER",
        "`backups` in the data folder",
        "where the backups lie: best a folder on another disk, which must be there already",
    ),
    Name(
        "BACKUP_AT",
        "04:30",
        "when the server makes a backup each day, by the club's clock; `never` where another program does, also none "
        "before an update",
    ),
    Name("CSRF_TRUSTED_ORIGINS", "none", "`https://club.example` behind a proxy"),
    Name(
        "HTTPS",
        "off",
        "`1` behind a proxy that speaks HTTPS: cookies for HTTPS only, and browsers must come back by HTTPS",
    ),
    Name(
        "TRUSTED_PROXIES",
        "none; with `HTTPS` this computer",
        "addresses or networks of the proxies whose word is taken for who visits, and by which protocol",
    ),
    Name("HSTS_SECONDS", "a day", "with `HTTPS`: how long browsers come back by HTTPS only"),
    Name("HSTS_SUBDOMAINS", "off", "with `HTTPS`: `1` asks that of every name below this one"),
    Name("HSTS_PRELOAD", "off", "with `HSTS_SUBDOMAINS`: `1` lets browsers know it before the first visit"),
    Name(
        "EMAIL_URL",
        "none",
        "`smtps://user:password@host` or `smtp://…`: invitations and new passwords also go by e-mail",
        is_secret=True,
    ),
    Name("EMAIL_FROM", "clubscore@localhost", "whom those e-mails come from"),
    Name("ADMIN_EMAILS", "none", "addresses with commas: errors of the program go there, one of a kind an hour"),
    Name(
        "SENTRY_DSN",
        "none",
        "`https://key@host/number`: errors go to that Sentry (install `requirements-sentry.txt`)",
        is_secret=True,
    ),
    Name(
        "STATIC_COLLECTED",
        "off, on in `make run`",
        "`1` serves the hashed and compressed files that `make setup` puts into `static/` of the data folder",
    ),
    Name("REQUEST_LOG", "off", "`1` writes a line into the log for each request, without what stands behind `?`"),
    Name(
        "METRICS_TOKEN",
        "none: from this computer alone",
        "20 characters or more: whoever sends them as bearer token reads `/metrics`",
        is_secret=True,
    ),
    Name("DEBUG", "off", "never on a machine that others reach"),
)
BY_NAME = {each.name: each for each in NAMES}


def nearest(unknown: str) -> str:
    """The name that somebody may have meant; "" when none is near."""
    return next(iter(get_close_matches(unknown.upper(), BY_NAME, n=1, cutoff=0.6)), "")
