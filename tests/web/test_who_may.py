"""Who may open which address: nobody but members, except where it says so."""

import re

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver

OPEN = {"healthz", "sign-in", "join", "forgotten"}


def addresses():
    """Every address of our own apps, with 1 for whatever it asks for."""
    for entry in get_resolver().url_patterns:
        if isinstance(entry, URLPattern):
            yield entry.name, f"/{entry.pattern}"
        elif entry.app_name != "admin":
            for page in entry.url_patterns:
                path = re.sub("<[^>]+>", "1", f"/{entry.pattern}{page.pattern}")
                yield page.name, path


ADDRESSES = sorted(addresses())


def test_the_list_of_addresses_is_not_empty():
    assert len(ADDRESSES) > 15
    assert not [path for _, path in ADDRESSES if "<" in path]


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize(("name", "path"), [address for address in ADDRESSES if address[0] not in OPEN])
def test_a_stranger_is_asked_to_sign_in(name, path, method):
    answer = getattr(Client(), method)(path)
    assert answer.status_code == 302
    assert answer.url.startswith("/sign-in/?next=")


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
