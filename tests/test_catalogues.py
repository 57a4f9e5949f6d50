"""The catalogues: every message of the templates, the pages and the rules in every language, and what is compiled."""

import re
from collections import Counter

import pytest
from babel.messages.catalog import Message
from django.conf import settings
from django.utils import dates
from django.utils.translation import override

from tools import catalogues

pytestmark = pytest.mark.slow

PLACE = re.compile(r"%\(\w+\)[sd]|%[sd](?!\w)|\{[a-z_]*(?::\w+)?\}")
TAG = re.compile(r"</?[a-z][^>]*>")
FRENCH_MARK = re.compile(r"(?<=[\w»)\]]) [:;!?](?!\S)")  # what stands before it would end a line without it
LANGUAGES = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def texts(message: Message) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Its words in English, and those of the language: one, or one and more."""
    english, own = message.id, message.string
    return (english, own) if isinstance(english, tuple) else ((english,), (own,))


def test_every_language_but_english_has_a_catalogue():
    assert catalogues.languages() == sorted(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_every_message_and_no_other(language: str):
    said = {(each.context, each.id) for each in catalogues.spoken() if each.id}
    held = {(each.context, each.id) for each in catalogues.catalogue(language) if each.id}
    assert (sorted(map(str, said - held)), sorted(map(str, held - said))) == ([], []), "run `make catalogues`"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated(language: str):
    found = catalogues.catalogue(language)
    assert [each.id for each in found if each.id and (each.fuzzy or not all(texts(each)[1]))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_keeps_places_tags_and_quotes(language: str):
    faults = []
    for message in catalogues.catalogue(language):
        english, own = texts(message)
        places = {place for text in english for place in PLACE.findall(text)}
        for text in own:
            if not message.id:
                continue
            if len(own) == 1 and set(PLACE.findall(text)) != places or not set(PLACE.findall(text)) <= places:
                faults.append((message.id, "places"))
            if Counter(TAG.findall(text)) != Counter(TAG.findall(english[0])):
                faults.append((message.id, "tags"))
            if text.count('"') != english[0].count('"'):  # it may stand in an attribute
                faults.append((message.id, "quotes"))
            if (text[:1].isspace(), text[-1:].isspace()) != (english[0][:1].isspace(), english[0][-1:].isspace()):
                faults.append((message.id, "blanks"))
    assert faults == []


def test_no_line_of_french_begins_with_a_colon():
    found = catalogues.catalogue("fr")
    assert [text for each in found if each.id for text in texts(each)[1] if FRENCH_MARK.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_pages_read_is_what_the_catalogue_says(language: str):
    path = catalogues.catalogue_path(language)
    found = catalogues.catalogue(language)
    assert path.read_bytes() == catalogues.written(found)
    assert path.with_suffix(".mo").read_bytes() == catalogues.compiled(found)


def test_no_message_takes_the_place_of_a_month_or_a_day_of_the_week():
    """Django looks for their names in all catalogues: with ours for the verb, it would be the third of “may do”."""
    with override(None):
        tables = (dates.MONTHS, dates.MONTHS_3, dates.MONTHS_AP, dates.WEEKDAYS, dates.WEEKDAYS_ABBR)
        names = {str(name) for table in tables for name in table.values()}
    assert {each.id for each in catalogues.spoken() if not each.context} & names == set()
