"""The choices of what is public: /office/public/, /members/me/public-name/, /members/12/public-name/ and
/robots.txt.
"""

import re

import pytest
from django.test import Client

from clubscore.members.merging.services import merge
from clubscore.office.audit import AuditFilter, entries_of, newest_keys
from clubscore.public.models import NamingWish, PublicChoice
from clubscore.public.names import unnamed_people
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db

PAGE = "/office/public/"


def words_of_the_audit() -> list[str]:
    return [
        entry.description.words
        for entry in entries_of(newest_keys(AuditFilter(kind="public"), count=50))
    ]


def test_nothing_is_public_until_an_admin_says_so(office):
    html = office.get(PAGE).content.decode()
    assert "whoever is not signed in finds no page" in html
    assert "Look at" not in html


def test_an_admin_chooses_and_the_page_and_the_audit_say_who_and_when(office):
    answer = office.post(
        PAGE, {"room": "on", "duplicate": "on", "naming": "first"}, follow=True
    )
    chosen = PublicChoice.objects.get()
    assert (chosen.room, chosen.evenings, chosen.duplicate, chosen.naming) == (
        True,
        False,
        True,
        "first",
    )
    html = answer.content.decode()
    assert "Chosen by Sam Field" in html
    assert 'href="/public/room/"' in html and 'href="/public/duplicate/"' in html
    assert 'href="/public/evenings/"' not in html
    assert words_of_the_audit() == [
        "chose what the public sees: room, duplicate; first name and initial"
    ]


def test_the_same_choice_again_writes_nothing(office):
    for _ in range(2):
        office.post(PAGE, {"room": "on", "naming": "none"})
    office.post(PAGE, {"naming": "none"})
    assert [str(each) for each in PublicChoice.objects.order_by("pk")] == [
        "room; no names",
        "nothing; no names",
    ]


def test_an_unknown_naming_is_refused_and_what_was_ticked_is_kept(office):
    answer = office.post(PAGE, {"room": "on", "naming": "initials"})
    assert answer.status_code == 422
    assert re.search(r'<input[^>]*name="room"[^>]*checked', answer.content.decode())
    assert not PublicChoice.objects.exists()


def test_a_member_asks_not_to_be_named_and_takes_it_back():
    ruth = member("Ruth Abel")
    client = Client()
    client.force_login(ruth)
    client.post("/members/me/public-name/", {"naming": "unnamed"})
    client.post("/members/me/public-name/", {"naming": "unnamed"})
    assert (unnamed_people(), NamingWish.objects.count()) == ({ruth.pk}, 1)
    html = client.get("/members/me/public-name/").content.decode()
    assert re.search(r'<input[^>]*value="unnamed"[^>]*checked', html)
    client.post("/members/me/public-name/", {"naming": "named"})
    assert unnamed_people() == set()
    assert words_of_the_audit() == [
        "may be named in public again",
        "asked not to be named in public",
    ]


def test_an_admin_notes_it_for_a_member_who_does_not_sign_in(office):
    ruth = member("Ruth Abel")
    page = f"/members/{ruth.pk}/public-name/"
    assert office.post(page, {"naming": "unnamed"}).url == f"/members/{ruth.pk}/record/"
    assert "Ruth Abel" in office.get(PAGE).content.decode()
    assert "Last changed by Sam Field" in office.get(page).content.decode()
    assert words_of_the_audit() == ["asked not to be named in public, for Ruth Abel"]


def test_the_wish_stays_with_every_record_of_the_person(admin):
    ruth, again = member("Ruth Abel"), member("Ruth A")
    merge(kept=ruth, merged=again, by=admin, now=NOON)
    client = Client()
    client.force_login(ruth)
    client.post("/members/me/public-name/", {"naming": "unnamed"})
    assert set(NamingWish.objects.values_list("member", flat=True)) == {
        ruth.pk,
        again.pk,
    }


def test_search_engines_are_sent_away_unless_the_club_wishes_them(choose):
    assert (
        Client().get("/robots.txt").content.decode() == "User-agent: *\nDisallow: /\n"
    )
    choose(is_indexed=True)
    assert "Allow: /public/\n" in Client().get("/robots.txt").content.decode()
    assert "X-Robots-Tag" not in Client().get("/public/room/").headers
    choose(is_indexed=False)
    page = Client().get("/public/room/")
    assert page.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert '<meta name="robots" content="noindex, nofollow">' in page.content.decode()
