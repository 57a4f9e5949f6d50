"""Browsers and proxies are forbidden to store pages, parts of pages, downloads and refusals of the club."""

import pytest
from django.test import Client

from clubscore.members.roles import Role
from tests.factories import agreed_rubber, member
from tests.web.test_who_may import ADDRESSES, OPEN

pytestmark = pytest.mark.django_db
# What they say themselves about caches: tests/public, tests/offline.
FOR_EVERYBODY = {name for name in OPEN if name.startswith(("public:", "offline:"))}


def kept_by_others(client: Client, path: str, method: str) -> str | None:
    """A text with the Cache-Control of an answer that may be stored; None if it must not be stored."""
    answer = getattr(client, method)(path)
    b"".join(answer)  # a file is closed when all of it is sent
    says = answer.headers.get("Cache-Control", "nothing")
    return (
        None if "no-store" in says else f"{method} {path}: {answer.status_code} {says}"
    )


@pytest.mark.parametrize("role", [Role.OWNER, Role.WATCHER, None])
def test_no_answer_of_any_address_may_be_stored(role: Role | None) -> None:
    rubber = agreed_rubber()
    played = (
        f"/rubbers/{rubber.pk}/",
        f"/rubbers/{rubber.pk}/sheet/",
        f"/tables/{rubber.table_id}/sheet/",
    )
    booked = tuple(
        f"/ledger/{rubber.started_by_id}/{name}" for name in ("", "ledger.csv")
    )
    evening = tuple(f"/evenings/2026-11-21/{name}" for name in ("", "evening.csv"))
    client = Client()
    if role:
        client.force_login(member("Ruth Abel", role=role))
    found = [
        path
        for path in (*played, *booked, *evening)
        if client.get(path).status_code != (200 if role else 302)
    ]
    assert found == []
    paths = [
        path
        for name, path in ADDRESSES
        if path != "/sign-out/" and name not in FOR_EVERYBODY
    ]
    paths += [
        *played,
        *booked,
        *evening,
        "/nowhere/",
        "/admin/",
        "/admin/members/member/",
    ]
    answers = [
        kept_by_others(client, path, method)
        for path in paths
        for method in ("get", "post")
    ]
    assert [answer for answer in answers if answer] == []
