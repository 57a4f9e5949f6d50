"""Every address of the URL configuration, filled in with ids of rows that the club has."""

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from django.contrib.admin.sites import site
from django.db.models import Model
from django.urls import URLPattern, URLResolver, get_resolver

from clubscore.calendar import evening_of
from clubscore.duplicate.models import (
    Appeal,
    Call,
    Correction,
    LateChange,
    Penalty,
    Presence,
    Session,
    Tablet,
)
from clubscore.duplicate.play.tablet.keys import key_of
from clubscore.hands.models import DealSet
from clubscore.ledger.models import Season, Transaction
from clubscore.members.models import Invitation, Member, Merge, Passkey
from clubscore.privacy.models import Erasure
from clubscore.public.models import ApiToken
from clubscore.rubbers.models import BookEntry, Motion, Proposal, Rubber, Substitution
from clubscore.settlements.models import Settlement, Transfer
from clubscore.tables.models import Table
from tests.soak.noise.club import Club

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")


class Address(NamedTuple):
    """A pattern of the URL configuration, such as `/tables/<int:pk>/cut/`, and its name."""

    pattern: str
    name: str


def every_address() -> list[Address]:
    """All addresses of the URL configuration, including the admin pages."""
    return sorted(set(_walk(get_resolver(), "/", "")))


def _walk(resolver: URLResolver, above: str, space: str) -> Iterator[Address]:
    for entry in resolver.url_patterns:
        pattern = above + str(entry.pattern)
        if isinstance(entry, URLPattern):
            yield Address(pattern, f"{space}{entry.name}")
        else:
            yield from _walk(
                entry, pattern, f"{entry.namespace}:" if entry.namespace else space
            )


# What a number in an address is the id of, by the name of its part.
ROWS: dict[str, type[Model]] = {
    "proposal_pk": Proposal,
    "entry_pk": BookEntry,
    "substitution_pk": Substitution,
    "motion_pk": Motion,
    "key_pk": Passkey,
    "call_pk": Call,
    "penalty_pk": Penalty,
    "appeal_pk": Appeal,
    "correction_pk": Correction,
    "late_pk": LateChange,
    "presence_pk": Presence,
    "tablet_pk": Tablet,
    "table_pk": Table,
}
# What has the address that ends in `pk`, by the folder before it.
ROWS_IN: dict[str, type[Model]] = {
    "tables": Table,
    "rubbers": Rubber,
    "settlements": Settlement,
    "duplicate": Session,
    "sessions": Session,
    "payments": Transfer,
    "members": Member,
    "invitations": Invitation,
    "merges": Merge,
    "erasures": Erasure,
    "tokens": ApiToken,
    "hands": DealSet,
}
# What is the same in every club, with something that no club has.
WORDS = {
    "number": ["1", "2", "3", "5"],
    "round": ["1", "2", "9"],
    "board": ["1", "2", "99"],
    "slot": [
        f"rounds/{round}/{letter}/{table}/boards/{board}"
        for round in "129"
        for letter in "AB"
        for table in "12"
        for board in ("1", "2", "99")
    ],
    "letter": ["A", "B"],
    "name": ["1", "A3"],
    "one": ["1", "2", "99"],
    "other": ["1", "2", "99"],
    "embargo": ["none", "deal", "rubber"],
    "content_type_id": ["1"],
    "url": ["nowhere"],
}


class Ids:
    """The ids of the club's rows, by the parameter of an address. An unknown parameter raises KeyError."""

    def __init__(self, club: Club) -> None:
        self.members = _pks(Member)
        self._by_folder = {folder: _pks(model) for folder, model in ROWS_IN.items()}
        self._by_folder["ledger"] = [
            str(pk) for pk in Transaction.objects.values_list("source_id", flat=True)
        ]
        self._parameters: dict[str, Callable[[str], list[str]]] = {
            "pk": lambda path: self._by_folder[_folder(path, self._by_folder)],
            "table": self._tables_of,
            "object_id": _records_of,
            **dict.fromkeys(
                ("member_pk", "partner_pk", "id"), lambda path: self.members
            ),
            "key": lambda path: [key_of(tablet) for tablet in Tablet.objects.open()],
            "token": lambda path: list(club.tokens),
        }
        self._values = WORDS | {
            "day": sorted(
                {
                    str(evening_of(at))
                    for at in Rubber.objects.values_list("started_at", flat=True)
                }
            ),
            "slug": [*Season.objects.values_list("slug", flat=True)],
            "app_label": sorted({model._meta.app_label for model in site._registry}),
        }

    def _tables_of(self, path: str) -> list[str]:
        """The values for a parameter `table`: numbers on the wall and in sessions, words in the standings."""
        tables = {"wall": self._by_folder["tables"], "duplicate": ["1", "2"]}
        return tables.get(path.split("/")[1], ["rubbers", "partners", "declarer"])

    def _values_of(self, parameter: str, path: str) -> list[str]:
        """The possible values of this parameter in an address that begins with `path`."""
        if parameter in self._values:
            return self._values[parameter]
        if parameter in ROWS:
            return _pks(ROWS[parameter])
        return self._parameters[parameter](path)

    def path(self, address: Address, rng: Random) -> str:
        """The path of this address with randomly chosen ids of the club."""
        path = _plain(address.pattern)
        while found := PARAMETER.search(path):
            values = self._values_of(found[1], path[: found.start()])
            path = (
                path[: found.start()]
                + rng.choice(values or ["1"])
                + path[found.end() :]
            )
        return path


def _pks(model: type[Model]) -> list[str]:
    rows = model._default_manager.order_by("pk")
    return [str(pk) for pk in rows.values_list("pk", flat=True)]


def _records_of(path: str) -> list[str]:
    """The ids of the first nine raw records of the model that the admin's address names."""
    models = {
        (model._meta.app_label, model._meta.model_name): model
        for model in site._registry
    }
    return _pks(models.get(tuple(path.strip("/").split("/")[1:3]), Member))[:9]


def _plain(pattern: str) -> str:
    """An admin pattern, which is a regular expression, in the `<parameter>` form of the other patterns."""
    pattern = re.sub(r"\(\?P<(\w+)>[^)]*\)", r"<\1>", pattern)
    return pattern.replace("^", "").replace("$", "").replace("\\Z", "")


def _folder(path: str, folders: dict[str, list[str]]) -> str:
    """The nearest folder above the id in the path that is a key of `folders`, which says to what the id belongs."""
    return next(
        part for part in reversed(path.strip("/").split("/")) if part in folders
    )
