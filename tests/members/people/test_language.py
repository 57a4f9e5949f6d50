"""POST /members/me/language/: a member chooses the language of the pages; without a choice the browser's is used."""

import pytest
from django.utils.translation import get_language

from clubscore.members.models import Member
from tests.factories import member

pytestmark = pytest.mark.django_db

PAGE = "/members/me/language/"


@pytest.fixture(autouse=True)
def _two_languages(settings):
    settings.LANGUAGES = [("en-gb", "English"), ("de", "Deutsch")]


def spoken_to(client, page: str = "/members/me/", **headers: str) -> str:
    html = client.get(page, headers=headers).content.decode()
    return html.partition('<html lang="')[2].partition('"')[0]


def test_the_browser_is_asked_until_somebody_chooses(browser):
    client = browser(member("Anna"))
    assert spoken_to(client) == "en-gb"
    assert spoken_to(client, **{"accept-language": "de-AT,de;q=0.9,en;q=0.5"}) == "de"
    assert spoken_to(client, **{"accept-language": "en-US"}) == "en-gb"
    assert spoken_to(client, **{"accept-language": "xx"}) == "en-gb"


def test_the_choice_holds_on_every_device_and_can_be_given_back(browser):
    anna = member("Anna")
    browser(anna).post(PAGE, {"language": "de"})
    assert spoken_to(browser(anna), **{"accept-language": "en"}) == "de"
    browser(anna).post(PAGE, {"language": ""})
    assert spoken_to(browser(anna), **{"accept-language": "en"}) == "en-gb"


def test_another_language_is_refused_and_changes_nothing(browser):
    anna = member("Anna")
    answer = browser(anna).post(PAGE, {"language": "tlh"}, follow=True)
    assert "Choose one of the languages." in answer.content.decode()
    assert Member.objects.get(pk=anna.pk).language == ""


def test_words_of_an_imported_list_that_name_no_language_count_for_nothing(browser):
    anna = member("Anna", language="Deutsch, bitte")
    assert spoken_to(browser(anna)) == "en-gb"


def test_a_code_in_capitals_is_the_same_language(browser):
    html = browser(member("Anna", language="DE")).get("/members/me/").content.decode()
    assert '<html lang="de">' in html
    assert 'value="de" lang="de" aria-pressed="true"' in html


def test_a_page_that_is_open_to_everybody_speaks_to_the_browser(browser):
    anna = member("Anna", language="de")
    assert spoken_to(browser(anna), "/forgotten/") == "en-gb"


def test_the_next_request_of_the_thread_speaks_its_own_language(browser):
    spoken_to(browser(member("Anna", language="de")))
    assert get_language() == "en-gb"


def test_a_club_of_one_language_does_not_ask(browser, settings):
    settings.LANGUAGES = [("en-gb", "English")]
    html = browser(member("Anna")).get("/members/me/").content.decode()
    assert PAGE not in html
