"""The settings of an installation by name, as `docs/operations.md` and the office page list them."""

from difflib import get_close_matches
from typing import NamedTuple


class SettingName(NamedTuple):
    """One setting: its name, its default as text, and its meaning. The value of a secret is never shown."""

    name: str
    default: str
    meaning: str
    is_secret: bool = False


def _(words: str) -> str:
    """Return the words unchanged. The name marks them for translation, and the page that shows them translates them.

    This module knows no Django.
    """
    return words


NAMES = (
    SettingName("CLUB_NAME", "Clubscore", _("stands in the top band and the title")),
    SettingName("TIME_ZONE", "Europe/London", _("the club’s clock")),
    SettingName(
        "CLUB_CURRENCY",
        _("none"),
        _("the currency of a club that plays for money, such as `EUR`"),
    ),
    SettingName(
        "CLUB_NUMBER",
        _("none"),
        _("the club’s number with its federation, for files of results"),
    ),
    SettingName(
        "CLUB_CHARGE_CODE",
        _("none"),
        _(
            "the code by which the federation charges the club for a session (Pay to Play), for files of results"
        ),
    ),
    SettingName(
        "ALLOWED_HOSTS",
        "localhost",
        _("the names under which the site is reached, with commas"),
    ),
    SettingName(
        "HOST", "127.0.0.1", _("where `make run` listens; `0.0.0.0` lets phones in")
    ),
    SettingName("PORT", "8000", _("the port of `make run`")),
    SettingName("PROCESSES", "1", _("how many processes `make run` serves with")),
    SettingName(
        "DATABASE_URL",
        _("SQLite in the data folder"),
        _(
            "`sqlite:////path/to/club.sqlite3` or `postgres://user:password@host:5432/name?sslmode=require` with any "
            "option of PostgreSQL’s driver (install `requirements-postgres.txt`)"
        ),
        is_secret=True,
    ),
    SettingName(
        "SECRET_KEY",
        _("kept in `secret_key` of the data folder"),
        _("signs the sessions; anybody who has it can sign in as anybody"),
        is_secret=True,
    ),
    SettingName(
        "BACKUP_FOLDER",
        _("`backups` in the data folder"),
        _(
            "where the backups lie: best a folder on another disk, which must be there already"
        ),
    ),
    SettingName(
        "BACKUP_AT",
        "04:30",
        _(
            "when the server makes a backup each day, by the club’s clock; `never` where another program does, also "
            "none before an update"
        ),
    ),
    SettingName(
        "CSRF_TRUSTED_ORIGINS", _("none"), _("`https://club.example` behind a proxy")
    ),
    SettingName(
        "HTTPS",
        _("off"),
        _(
            "`1` behind a proxy that speaks HTTPS: cookies for HTTPS only, and browsers must come back by HTTPS"
        ),
    ),
    SettingName(
        "TRUSTED_PROXIES",
        _("none; with `HTTPS` this computer"),
        _(
            "addresses or networks of the proxies whose word is taken for who visits, and by which protocol"
        ),
    ),
    SettingName(
        "HSTS_SECONDS",
        _("a day"),
        _("with `HTTPS`: how long browsers come back by HTTPS only"),
    ),
    SettingName(
        "HSTS_SUBDOMAINS",
        _("off"),
        _("with `HTTPS`: `1` asks that of every name below this one"),
    ),
    SettingName(
        "HSTS_PRELOAD",
        _("off"),
        _("with `HSTS_SUBDOMAINS`: `1` lets browsers know it before the first visit"),
    ),
    SettingName(
        "EMAIL_URL",
        _("none"),
        _(
            "`smtps://user:password@host` or `smtp://…`: invitations and new passwords also go by e-mail"
        ),
        is_secret=True,
    ),
    SettingName("EMAIL_FROM", "clubscore@localhost", _("whom those e-mails come from")),
    SettingName(
        "ADMIN_EMAILS",
        _("none"),
        _(
            "addresses with commas: errors of the program go there, one of a kind an hour"
        ),
    ),
    SettingName(
        "SENTRY_DSN",
        _("none"),
        _(
            "`https://key@host/number`: errors go to that Sentry (install `requirements-sentry.txt`)"
        ),
        is_secret=True,
    ),
    SettingName(
        "STATIC_COLLECTED",
        _("off, on in `make run`"),
        _(
            "`1` serves the hashed and compressed files that `make setup` puts into `static/` of the data folder"
        ),
    ),
    SettingName(
        "REQUEST_LOG",
        _("off"),
        _(
            "`1` writes a line into the log for each request, without what stands behind `?`"
        ),
    ),
    SettingName(
        "METRICS_TOKEN",
        _("none: from this computer alone"),
        _(
            "20 characters or more: whoever sends them as a bearer token reads `/metrics`"
        ),
        is_secret=True,
    ),
    SettingName("DEBUG", _("off"), _("never on a machine that others reach")),
)
BY_NAME = {setting.name: setting for setting in NAMES}


def nearest(unknown: str) -> str:
    """The name of the setting that is most like an unknown name; "" if none is like it."""
    return next(iter(get_close_matches(unknown.upper(), BY_NAME, n=1, cutoff=0.6)), "")
