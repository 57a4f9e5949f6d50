"""Every address of the URL configuration, with ids of what the club has."""

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from django.contrib.admin.sites import site
from django.urls import URLPattern, URLResolver, get_resolver

from clubscore.calendar import evening_of
from clubscore.duplicate.models import (
    Appeal,
    Call,
    Correction,
    Penalty,
    Session,
    Tablet,
)
from clubscore.duplicate.play.tablet.keys import key_of
from clubscore.hands.models import DealSet
from clubscore.ledger.models import Season, Transaction
from clubscore.members.models import Invitation, Member, Merge, Passkey
from clubscore.privacy.models import Erasure
from clubscore.public.models import ApiToken
from clubscore.rubbers.models import Proposal, Rubber, Substitution
from clubscore.settlements.models import Settlement, Transfer
from clubscore.tables.models import Table
from tests.soak.noise.club import Club

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")


class Address(NamedTuple):
    """A pattern of the URL configuration, as `/tables/<int:pk>/cut/`, and its name."""

    pattern: str
    name: str


def every_address() -> list[Address]:
    """The whole URL configuration, that of the admin pages included."""
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


class Ids:
    """The ids that the club has, by what an address asks for. A parameter that is not known here is a KeyError."""

    def __init__(self, club: Club) -> None:
        def of(model: Any) -> list[str]:
            return [
                str(pk)
                for pk in model.objects.order_by("pk").values_list("pk", flat=True)
            ]

        self.members = of(Member)
        self._by_folder = {
            "tables": of(Table),
            "rubbers": of(Rubber),
            "ledger": [
                str(pk)
                for pk in Transaction.objects.values_list("source_id", flat=True)
            ],
            "settlements": of(Settlement),
            "duplicate": of(Session),
            "payments": of(Transfer),
            "members": self.members,
            "invitations": of(Invitation),
            "merges": of(Merge),
            "erasures": of(Erasure),
            "tokens": of(ApiToken),
            "hands": of(DealSet),
        }
        models = {
            (model._meta.app_label, model._meta.model_name): model
            for model in site._registry
        }
        days = {
            str(evening_of(at))
            for at in Rubber.objects.values_list("started_at", flat=True)
        }
        slugs = {
            "evenings": sorted(days),
            "standings": [*Season.objects.values_list("slug", flat=True)],
        }
        tables = {"wall": of(Table), "duplicate": ["1", "2"]}
        self._parameters: dict[str, Callable[[str], list[str]]] = {
            "pk": lambda path: self._by_folder[_folder(path, self._by_folder)],
            "table_pk": lambda path: self._by_folder["tables"],
            "member_pk": lambda path: self.members,
            "partner_pk": lambda path: self.members,
            "proposal_pk": lambda path: of(Proposal),
            "substitution_pk": lambda path: of(Substitution),
            "key_pk": lambda path: of(Passkey),
            "number": lambda path: ["1", "2", "3", "5"],
            "day": lambda path: slugs["evenings"],
            "slug": lambda path: slugs["standings"],
            "table": lambda path: tables.get(
                path.split("/")[1], ["rubbers", "partners", "declarer"]
            ),
            "round": lambda path: ["1", "2", "9"],
            "board": lambda path: ["1", "2", "99"],
            "slot": lambda path: [
                f"rounds/{round}/{letter}/{table}/boards/{board}"
                for round in "129"
                for letter in "AB"
                for table in "12"
                for board in ("1", "2", "99")
            ],
            "call_pk": lambda path: of(Call),
            "penalty_pk": lambda path: of(Penalty),
            "appeal_pk": lambda path: of(Appeal),
            "correction_pk": lambda path: of(Correction),
            "key": lambda path: [key_of(tablet) for tablet in Tablet.objects.open()],
            "tablet_pk": lambda path: of(Tablet),
            "letter": lambda path: ["A", "B"],
            "name": lambda path: ["1", "A3"],
            "one": lambda path: ["1", "2", "99"],
            "other": lambda path: ["1", "2", "99"],
            "embargo": lambda path: ["none", "deal", "rubber"],
            "token": lambda path: list(club.tokens),
            "object_id": lambda path: of(
                models.get(tuple(path.strip("/").split("/")[1:3]), Member)
            )[:9],
            "id": lambda path: self.members,
            "content_type_id": lambda path: ["1"],
            "app_label": lambda path: sorted(
                {model._meta.app_label for model in site._registry}
            ),
            "url": lambda path: ["nowhere"],
        }

    def path(self, address: Address, rng: Random) -> str:
        """A path of this address with ids of the club."""
        path = _plain(address.pattern)
        while found := PARAMETER.search(path):
            values = self._parameters[found[1]](path[: found.start()])
            path = (
                path[: found.start()]
                + rng.choice(values or ["1"])
                + path[found.end() :]
            )
        return path


def _plain(pattern: str) -> str:
    """A regular expression of the admin's in the words of the others."""
    pattern = re.sub(r"\(\?P<(\w+)>[^)]*\)", r"<\1>", pattern)
    return pattern.replace("^", "").replace("$", "").replace("\\Z", "")


def _folder(path: str, folders: dict[str, list[str]]) -> str:
    """The nearest folder above that says what the id is of."""
    return next(
        part for part in reversed(path.strip("/").split("/")) if part in folders
    )
