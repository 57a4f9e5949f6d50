"""Every address of the site, with a row behind it, and the writes that a request to it makes."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from django.db import connection, transaction
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from clubscore.duplicate.slot import Slot
from tests.soak.intruders_club import Club

OF_THE_ADMIN = "admin"
FIRST = Slot("A", 1, 1, 1)
# The session that pages of duplicate are about, where it is not the first.
SESSIONS = {
    "session of an appeal": (
        "appeal",
        "appeal-answer",
        "appeal-decision",
        "tablet-lay",
    ),
    "session to correct": (
        "correction",
        "correction-answer",
        "correction-decision",
        "publication",
        "slot-check",
    ),
    "session to begin": ("round-start",),
    "final session": (
        "results",
        "results-boards-csv",
        "results-csv",
        "results-pbn",
        "results-session-file",
        "results-usebio",
        "results-usebio-1-3",
    ),
    "played": (
        "clock-extension",
        "clock-pause",
        "clock-resume",
        "ending",
        "round-taking-back",
    ),
    "session that asks": (
        "hands-look",
        "slot-agreement",
        "slot-agreement-taking-back",
        "slot-call",
    ),
    "session that is over": (
        "deals",
        "hands-opening",
        "makeable",
        "makeable-card",
        "reopening",
        "traveller",
        "ranking",
    ),
    "swiss": (
        "draw",
        "draw-swap",
        "team-lineup",
    ),
    "running": (
        "late-pair",
        "misplay",
        "rounds",
        "substitutes",
        "withdrawal",
        "call-answer",
        "board-groups",
        "penalties",
        "ruling",
        "ruling-effect",
        "slips",
        "slot",
        "slot-history",
        "slot-preview",
        "tablet-close",
    ),
    "misplayed": ("unplayed",),
    "teams": ("matches",),
}
# Rows that are no part of the club's books: who is signed in where, and who has tried to.
PASSING = re.compile(
    r'"members_(opensession|attempt|wrongpin|signinevent)"|django_session'
)
LAST_LOGIN = re.compile(r'UPDATE "members_member" SET "last_login" = %s WHERE')
LOCK = re.compile(
    r'UPDATE "tables_table" SET "revision" = \("tables_table"."revision" \+ %s\)'
)


@cache
def patterns() -> dict[str, URLPattern]:
    """Every URL pattern by its name: those of the apps, and those of the admin as `admin:…`."""
    return dict(_patterns(get_resolver().url_patterns, ""))


def addresses() -> list[str]:
    """The name of every address, as in `patterns`."""
    return list(patterns())


def _patterns(
    patterns: list[Any], prefix: str, route: str = ""
) -> Iterator[tuple[str, URLPattern]]:
    for each in patterns:
        here = f"{route}{each.pattern}"
        if isinstance(each, URLResolver):
            yield from _patterns(
                each.url_patterns,
                f"{each.app_name}:" if each.app_name else prefix,
                here,
            )
        else:
            yield f"{prefix}{each.name or here}", each


def path_of(name: str, club: Club) -> str:
    """The path of this address for a row of the club; for the admin the first row."""
    pattern = patterns()[name]
    if name.startswith(OF_THE_ADMIN) and ":" in name:
        return _admin_path(name.partition(":")[2], pattern)
    known = arguments(name, club)
    return reverse(name, kwargs={key: known[key] for key in pattern.pattern.converters})


def _admin_path(name: str, pattern: URLPattern) -> str:
    if pattern.name is None:
        return f"/{re.sub('<[^>]+>', '1', name)}"
    values = {
        "object_id": 1,
        "id": 1,
        "app_label": "members",
        "content_type_id": 1,
        "url": "nothing",
    }
    keys = pattern.pattern.converters or pattern.pattern.regex.groupindex
    return reverse(f"{OF_THE_ADMIN}:{name}", kwargs={key: values[key] for key in keys})


def arguments(name: str, club: Club) -> dict[str, Any]:
    """The values for the parameters of this address, by parameter name."""
    return (
        _of_the_app(name.partition(":")[0], club)
        | _of_the_session(name, club.ids)
        | _of_one_address(name, club)
    )


def _of_the_app(app: str, club: Club) -> dict[str, Any]:
    """The parameter values that most addresses of this app need."""
    ids, who = club.ids, club.who
    member, partner, west = (who[part].pk for part in ("player", "north", "west"))
    return {
        "members": {"pk": member, "token": ids["token"], "key_pk": ids["passkey"]},
        "room": {"pk": club.play.table_id},
        "tables": {"pk": club.play.table_id, "member_pk": who["seated"].pk},
        "rubbers": {
            "pk": club.play.pk,
            "table_pk": ids["ready"],
            "number": 3,
            "member_pk": west,
            "proposal_pk": ids["proposal"],
            "substitution_pk": ids["substitution"],
            "motion_pk": ids["motion"],
        },
        "duplicate": _of_the_first_session(ids, west),
        "standings": {
            "slug": ids["season"],
            "pk": partner,
            "partner_pk": west,
            "table": "rubbers",
        },
        "public": {
            "day": "2026-11-21",
            "slug": ids["season"],
            "pk": member,
            "token": ids["evening link"],
        },
        "evenings": {"day": "2026-11-21"},
        "settlements": {"pk": club.settlement.pk},
        "ledger": {"pk": ids["adjustment"], "member_pk": partner},
        "privacy": {"pk": ids["newcomer"]},
        "hands": {"pk": ids["hands"]},
        "wall": {"table": club.play.table_id, "embargo": "deal"},
    }.get(app, {})


def _of_the_first_session(ids: dict[str, Any], west: int) -> dict[str, Any]:
    """The parameter values that most addresses of duplicate need."""
    return {
        "pk": ids["session"],
        "letter": "A",
        "number": 1,
        "member_pk": west,
        "name": "A1",
        "round": 1,
        "board": 1,
        "slot": FIRST,
        "call_pk": ids["call"],
        "correction_pk": ids["correction"],
        "appeal_pk": ids["appeal"],
        "key": ids["tablet"],
        "tablet_pk": ids["tablet row"],
    }


def _of_the_session(name: str, ids: dict[str, Any]) -> dict[str, Any]:
    """The parameter value of a duplicate address that is about a session other than the first."""
    app, _, page = name.partition(":")
    about = [session for session, pages in SESSIONS.items() if page in pages]
    return {"pk": ids[about[0]]} if app == "duplicate" and about else {}


def _of_one_address(name: str, club: Club) -> dict[str, Any]:
    """The parameter values that only this address of its app needs."""
    ids = club.ids
    values = _of_one_address_of_duplicate(ids) | {
        **dict.fromkeys(
            (
                "rubbers:book-by-pin",
                "rubbers:book-recording",
                "rubbers:book-withdrawal",
            ),
            {"pk": ids["blind"], "entry_pk": ids["book entry"]},
        ),
        "members:invitation": {"pk": ids["invitation"]},
        "members:revocation": {"pk": ids["invitation"]},
        "members:mailing": {"pk": ids["invitation"]},
        "members:merge-undo": {"pk": ids["merge"]},
        "privacy:erasure-undo": {"pk": ids["erasure"]},
        "public:api-session": {"pk": ids["final session"]},
        "public:own-ics": {"token": ids["feed"]},
        "public:session": {"pk": ids["final session"]},
        "public:token-revocation": {"pk": ids["program"]},
        "room:cut": {"pk": ids["about"]},
        "room:choice-of-seats": {"pk": ids["cut table"]},
        "rubbers:agreement": {"pk": club.ended.pk},
        "rubbers:agreement-instead": {"pk": club.gone.pk},
        "rubbers:deal-agreement": {"number": 2},
        "rubbers:reopening": {"pk": club.agreed.pk},
        "settlements:transfer": {"pk": ids["transfer"]},
        "settlements:mark": {"pk": ids["transfer"]},
        "settlements:mark-withdrawal": {"pk": ids["marked"]},
        "settlements:receipt": {"pk": ids["marked"]},
        "tables:closing": {"pk": ids["ready"]},
    }
    return values.get(name, {})


def _of_one_address_of_duplicate(ids: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The parameter values that only one address of duplicate needs, by its name."""
    return {
        "duplicate:late-change": {
            "pk": ids["final session"],
            "late_pk": ids["late change"],
        },
        "duplicate:late-change-withdrawal": {
            "pk": ids["final session"],
            "late_pk": ids["late change"],
        },
        "duplicate:presence-decision": {
            "pk": ids["running"],
            "presence_pk": ids["presence"],
        },
        "duplicate:penalty-lift": {"pk": ids["running"], "penalty_pk": ids["penalty"]},
        "duplicate:slot-answer": {
            "pk": ids["session that asks"],
            "slot": FIRST._replace(board=2),
        },
        "duplicate:slot-agreement-taking-back": {
            "pk": ids["session that asks"],
            "slot": FIRST._replace(board=2),
        },
        "duplicate:tablet-agreement-taking-back": {
            "key": ids["running tablet"],
            "board": 2,
        },
        "duplicate:tablet-answer": {"board": 2},
        "duplicate:tablet-board": {"key": ids["running tablet"]},
        "duplicate:tablet-take": {"key": ids["waiting tablet"]},
        "duplicate:match": {"pk": ids["teams"], "one": 1, "other": 2},
    }


def kept(written: list[str]) -> list[str]:
    """These writes without the update of a table's revision, which locks the table and which a refusal rolls back."""
    return [sql for sql in written if not LOCK.match(sql)]


@contextmanager
def undone() -> Iterator[list[str]]:
    """Collect the statements that the block writes to the club's rows, and roll them back at its end."""
    written: list[str] = []

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if (
            re.match(r"\s*(INSERT|UPDATE|DELETE|REPLACE)", sql)
            and not PASSING.search(sql)
            and not LAST_LOGIN.match(sql)
        ):
            written.append(sql)
        return execute(sql, params, many, context)

    with transaction.atomic():
        mark = transaction.savepoint()
        with connection.execute_wrapper(watch):
            yield written
        transaction.savepoint_rollback(mark)
