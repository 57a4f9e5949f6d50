"""The privacy page: it is open to everybody, agrees with the settings, and includes the club's own words."""

import pytest
from django.test import Client

from clubscore.members.roles import Role
from clubscore.privacy.models import ClubWords
from tests.factories import member

pytestmark = pytest.mark.django_db

PAGE, WORDS = "/privacy/", "/privacy/words/"


def test_a_stranger_reads_it_and_every_page_leads_to_it():
    html = Client().get(PAGE).content.decode()
    assert "An admin or the secretary of the club." in html
    assert 'href="/privacy/"' in Client().get("/sign-in/").content.decode()
    assert WORDS not in html


def test_the_days_are_those_of_the_settings(settings):
    settings.SESSION_COOKIE_AGE = 60 * 60 * 24 * 7
    settings.SENDS_MAIL = True
    html = Client().get(PAGE).content.decode()
    assert "A session ends after 7 days" in html
    assert "For 30 days the owner can take it back" in html
    assert "Sign-ins and failed tries: 90 days." in html
    assert "go to your e-mail address" in html


def test_an_admin_says_whom_to_ask_and_the_newest_words_count(browser):
    office = browser(member("Ruth Abel", role=Role.ADMIN))
    office.post(WORDS, {"contact": "Old", "words": ""})
    words = {
        "contact": "ruth@club.example",
        "words": "We post tables.\n\nAsk <b>Ruth</b>.",
    }
    html = office.post(WORDS, words, follow=True).content.decode()
    assert '<a href="mailto:ruth@club.example">' in html
    assert "<p>Ask &lt;b&gt;Ruth&lt;/b&gt;.</p>" in html
    assert "Old" not in html
    assert "ruth@club.example" in office.get(WORDS).content.decode()
    assert ClubWords.objects.count() == 2
    assert (
        "changed the club’s words on the privacy page"
        in office.get("/office/audit/").content.decode()
    )


def test_too_many_words_are_refused_and_kept(browser):
    office = browser(member("Ruth Abel", role=Role.ADMIN))
    answer = office.post(WORDS, {"contact": "x" * 201, "words": "These."})
    assert answer.status_code == 422
    assert "These." in answer.content.decode()
