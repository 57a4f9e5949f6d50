"""Who may open which address: nobody but members, except where it says so; and of the members, those with the right."""

import re

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver

from clubscore.members.roles import Role
from tests.factories import member

OPEN = {"healthz", "members:sign-in", "members:join", "members:forgotten"}
OFFICE_DOOR = {"office-door"}  # leads those who are signed out to the sign-in page, and asks in no other way

# Whoever is signed in, by what the address is for. A POST-only address counts as written.
LOOK = {
    "ledger:index", "ledger:statement",
    "members:roles",
    "room:index", "room:index-poll", "room:table", "room:table-poll",
    "rubbers:deal-detail", "rubbers:deal-preview", "rubbers:detail", "rubbers:end-detail", "rubbers:history",
    "rubbers:sheet",
    "standings:index", "standings:member", "standings:pair", "standings:season", "standings:season-csv",
    "standings:worked-out",
}  # fmt: skip
ONES_OWN = {"members:me", "members:my-sessions", "members:pin", "members:sign-out"}
PLAYERS = {
    "rubbers:agreement", "rubbers:auction", "rubbers:consent", "rubbers:correction", "rubbers:correction-preview",
    "rubbers:create", "rubbers:deal-agreement", "rubbers:deal-create", "rubbers:deal-strike", "rubbers:deal-undo",
    "rubbers:pack", "rubbers:pin", "rubbers:substitution", "rubbers:substitution-consent",
    "rubbers:substitution-withdrawal", "rubbers:vote", "rubbers:withdrawal",
    "tables:choice-of-seats", "tables:closing", "tables:create", "tables:departure", "tables:game",
}  # fmt: skip
PLAYERS_TO_WRITE = {"rubbers:ending", "tables:cut", "tables:seating"}
ADMINS = {
    "members:cards", "members:import", "members:import-template", "members:index", "members:invitation",
    "members:invitations", "members:invite", "members:mailing", "members:merge", "members:merge-undo",
    "members:record", "members:revocation", "members:role", "members:sessions",
    "office:audit", "office:audit-csv", "office:index",
    "rubbers:attention", "rubbers:reopening", "rubbers:ruling",
    "standings:closing", "standings:terms",
}  # fmt: skip
ADMINS_TO_WRITE = {"standings:seasons"}

LOWEST_TO_WRITE = dict.fromkeys(PLAYERS | PLAYERS_TO_WRITE, Role.PLAYER) | dict.fromkeys(
    ADMINS | ADMINS_TO_WRITE, Role.ADMIN
)
LOWEST_TO_LOOK = {
    name: role for name, role in LOWEST_TO_WRITE.items() if name not in PLAYERS_TO_WRITE | ADMINS_TO_WRITE
}
BELOW = {Role.PLAYER: Role.WATCHER, Role.ADMIN: Role.SCORER}


def addresses():
    """Every address of our own apps, with 1 for whatever it asks for."""
    for entry in get_resolver().url_patterns:
        if isinstance(entry, URLPattern):
            yield entry.name, f"/{entry.pattern}"
        elif entry.app_name != "admin":
            for page in entry.url_patterns:
                path = re.sub("<[^>]+>", "1", f"/{entry.pattern}{page.pattern}")
                yield f"{entry.app_name}:{page.name}", path


ADDRESSES = sorted(addresses())
PATHS = dict(ADDRESSES)


def signed_in(role):
    client = Client()
    client.force_login(member("Anna Weiss", role=role))
    return client


def test_every_address_says_here_who_may():
    told = [OPEN, OFFICE_DOOR, LOOK, ONES_OWN, PLAYERS, PLAYERS_TO_WRITE, ADMINS, ADMINS_TO_WRITE]
    names = [name for group in told for name in group]
    assert len(names) == len(set(names)), "an address stands in two of the groups"
    assert set(names) == set(PATHS)
    assert not [path for path in PATHS.values() if "<" in path]


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize(("name", "path"), [address for address in ADDRESSES if address[0] not in OPEN])
def test_a_stranger_is_asked_to_sign_in(name, path, method):
    answer = getattr(Client(), method)(path)
    assert answer.status_code == 302
    assert answer.url.startswith("/sign-in/?next=")


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(LOWEST_TO_WRITE))
def test_who_has_not_the_right_is_refused_with_a_sentence(name):
    lowest = LOWEST_TO_WRITE[name]
    client = signed_in(BELOW[lowest])
    refused = [client.post(PATHS[name])]
    answer = client.get(PATHS[name])  # an address that only takes a form leads to its page
    if name in LOWEST_TO_LOOK and not (answer.status_code == 302 and PATHS[name].startswith(answer.url)):
        refused.append(answer)
    elif name not in LOWEST_TO_LOOK:
        assert answer.status_code in {200, 404}
    only_read = refused[0].status_code == 405
    for answer in refused[1:] if only_read else refused:
        assert answer.status_code == 403
        told = answer.content.decode()
        assert "ask an admin" in told or "the club’s admins" in told


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(LOWEST_TO_WRITE))
def test_who_has_the_right_is_not_refused(name):
    client = signed_in(LOWEST_TO_WRITE[name])
    assert client.get(PATHS[name]).status_code != 403
    assert client.post(PATHS[name]).status_code != 403


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(LOOK | ONES_OWN))
def test_who_watches_looks_at_everything(name):
    assert signed_in(Role.WATCHER).get(PATHS[name]).status_code in {200, 302, 404}


@pytest.mark.django_db
def test_the_health_page_is_open_and_names_the_database():
    answer = Client().get("/healthz")
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")


@pytest.mark.django_db
def test_every_page_carries_the_content_security_policy():
    policy = Client().get("/sign-in/").headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "style-src 'self'" in policy
    assert "unsafe" not in policy
