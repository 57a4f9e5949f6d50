"""Signing in and out, as a member does it."""

from collections.abc import Callable
from typing import Any

import pytest

from clubscore.members.models import Member
from tests.e2e.browser import each_look, expect


@pytest.fixture
def ruth(transactional_db: None) -> Member:
    return Member.objects.create_user("ruth", "Ruth Abel", "four spades doubled")


def fill_in(page: Any, *, name: str, password: str) -> None:
    page.get_by_label("Sign-in name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


@pytest.mark.parametrize(
    "scripts", [True, False], ids=["with scripts", "without scripts"]
)
def test_a_member_signs_in_and_comes_to_the_page_she_asked_for(
    open_page: Callable[..., Any], ruth: Member, scripts: bool
):
    page = open_page("/ledger/", scripts=scripts)
    fill_in(page, name="Ruth", password="four spades doubled")
    expect(page).to_have_url(f"{page.url.split('/ledger')[0]}/ledger/")
    expect(page.get_by_text("RA", exact=True)).to_be_visible()


def test_a_wrong_password_is_refused_on_the_same_page(
    open_page: Callable[..., Any], ruth: Member
):
    page = open_page("/")
    fill_in(page, name="ruth", password="four hearts")
    expect(
        page.get_by_text("Please enter a correct sign-in name and password.")
    ).to_be_visible()


def test_a_member_signs_out(open_page: Callable[..., Any], ruth: Member):
    page = open_page("/", member=ruth, width=360)
    page.get_by_text("RA", exact=True).click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()


@pytest.mark.parametrize("path", ["/sign-in/", "/forgotten/"])
def test_nothing_at_the_door_keeps_anybody_out(
    db: None,
    open_page: Callable[..., Any],
    obstacles: Callable[[Any], list[str]],
    path: str,
):
    page = open_page()
    for width in each_look(page, path, (360, "light"), (1280, "dark")):
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert obstacles(page) == []
