"""A list of members becomes members who sign in, done in a browser by the admin and by them."""

from collections.abc import Callable
from typing import Any

import pytest

from clubscore.members.models import Member
from tests.e2e.browser import expect

pytestmark = pytest.mark.landing

LIST = (
    "first_name,last_name,email\nAnna,Weiss,anna@club.example\nTom,Byrne,\n,Nobody,\n"
)


@pytest.fixture
def ruth(transactional_db: None) -> Member:
    return Member.objects.create_superuser("ruth", "Ruth Abel", "four spades doubled")


@pytest.mark.parametrize(
    "scripts", [True, False], ids=["with scripts", "without scripts"]
)
def test_from_the_spreadsheet_to_the_first_sign_in(
    open_page: Callable[..., Any],
    obstacles: Callable[[Any], list[str]],
    ruth: Member,
    scripts: bool,
):
    office = open_page("/members/import/", member=ruth, scripts=scripts)
    office.get_by_label("Paste it here").fill(LIST)
    office.get_by_role("button", name="See what would happen").click()
    expect(office.get_by_text("The first name is missing.")).to_be_visible()
    if scripts:
        assert obstacles(office) == []
    office.get_by_role("button", name="Import 2 members, leave 1 out").click()
    office.get_by_role(
        "button", name="Make a poster"
    ).click()  # one of the first steps, to which the import leads back
    link = office.get_by_role("link", name="/join/").get_attribute("href")

    phone = open_page(link, width=360, scripts=scripts)
    phone.get_by_label("I am").select_option(label="Anna Weiss")
    phone.get_by_label("Sign-in name").fill("anna")
    phone.get_by_label("Password").fill("three no trump redoubled")
    if scripts:
        assert obstacles(phone) == []
        assert phone.evaluate("document.documentElement.scrollWidth") == 360
    phone.get_by_role("button", name="Join").click()
    expect(phone.get_by_text("Welcome, Anna. You sign in as anna.")).to_be_visible()
