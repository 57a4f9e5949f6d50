"""The catalogues hold no message that is gone and no broken translation, and the compiled files match the sources.

A message without a translation is no fault here: pages show it in English, and `make release-check` asks for it.
"""

import io
import re
from collections import Counter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils import dates
from django.utils.translation import override

from tools import catalogues, release_check

pytestmark = pytest.mark.slow

PLACE = re.compile(r"%\(\w+\)[sd]|%[sd](?!\w)|\{[a-z_]*(?::\w+)?\}")
TAG = re.compile(r"</?[a-z][^>]*>")
# What stands before it would end a line without it.
FRENCH_MARK = re.compile(r"(?<=[\w»)\]]) [:;!?](?!\S)")
LANGUAGES = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
BRING_UP_TO_DATE = "Run `make catalogues` and commit what it changes."
COMPILE = "Then run `make catalogues`, and commit the .po and the .mo."


def name_of(language: str) -> str:
    """Return the path of the language's catalogue, relative to the project, as a developer opens it."""
    return str(catalogues.catalogue_path(language).relative_to(catalogues.ROOT))


def texts(message: Message) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the message's English texts and its translated texts: one text each, or a singular and a plural."""
    english, own = message.id, message.string
    return (english, own) if isinstance(english, tuple) else ((english,), (own,))


def test_every_language_but_english_has_a_catalogue():
    assert catalogues.languages() == sorted(LANGUAGES), (
        "Run `.venv/bin/python -m tools.catalogues CODE` for a language of LANGUAGES (clubscore/settings.py) that has "
        "no catalogue, and name a language there that has one."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_no_message_that_nothing_says(language: str):
    said = {(message.context, message.id) for message in catalogues.spoken()}
    held = {(message.context, message.id) for message in catalogues.catalogue(language)}
    gone = sorted(map(str, held - said))
    assert gone == [], f"No page says these sentences any more. {BRING_UP_TO_DATE}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_half_done(language: str):
    half_done = []
    for message in catalogues.catalogue(language):
        own = texts(message)[1]
        if message.id and (message.fuzzy or any(own) and not all(own)):
            half_done.append(message.id)
    assert half_done == [], (
        f"In {name_of(language)}, fill in each msgstr[…] of these messages, or none; where `fuzzy` stands, "
        f"correct the translation and delete that word. {COMPILE}"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_keeps_places_tags_and_quotes(language: str):
    faults = []
    for message in catalogues.catalogue(language):
        english, own = texts(message)
        if not any(own):
            continue  # it waits for its translation
        places = {place for text in english for place in PLACE.findall(text)}
        for text in own:
            if not message.id:
                continue
            if (
                len(own) == 1
                and set(PLACE.findall(text)) != places
                or not set(PLACE.findall(text)) <= places
            ):
                faults.append((message.id, "places"))
            if Counter(TAG.findall(text)) != Counter(TAG.findall(english[0])):
                faults.append((message.id, "tags"))
            if text.count('"') != english[0].count('"'):  # it may stand in an attribute
                faults.append((message.id, "quotes"))
            if (text[:1].isspace(), text[-1:].isspace()) != (
                english[0][:1].isspace(),
                english[0][-1:].isspace(),
            ):
                faults.append((message.id, "blanks"))
    assert faults == [], (
        f"In {name_of(language)}, give each of these translations the same places ({{name}}, %(name)s), HTML tags, "
        f"quotation marks, and blanks at both ends as the English has. {COMPILE}"
    )


def test_no_line_of_french_begins_with_a_colon():
    found = catalogues.catalogue("fr")
    loose = [
        text
        for each in found
        if each.id
        for text in texts(each)[1]
        if FRENCH_MARK.search(text)
    ]
    assert loose == [], (
        f"Put a no-break space (U+00A0) before each of these marks in {name_of('fr')}. {COMPILE}"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_pages_read_is_what_the_catalogue_says(language: str):
    path = catalogues.catalogue_path(language)
    found = catalogues.catalogue(language)
    assert path.read_bytes() == catalogues.written(found), (
        f"{name_of(language)} is laid out otherwise. {COMPILE}"
    )
    assert path.with_suffix(".mo").read_bytes() == catalogues.compiled(found), (
        f"It is not compiled. {COMPILE}"
    )


def test_no_message_takes_the_place_of_a_month_or_a_day_of_the_week():
    """No message without a context is the name of a month or weekday, whose translation by Django it would replace."""
    with override(None):
        tables = (
            dates.MONTHS,
            dates.MONTHS_3,
            dates.MONTHS_AP,
            dates.WEEKDAYS,
            dates.WEEKDAYS_ABBR,
        )
        names = {str(name) for table in tables for name in table.values()}
    taken = {each.id for each in catalogues.spoken() if not each.context} & names
    assert taken == set(), (
        "Give each of these messages a context, by `pgettext` or `{% translate … context … %}`: without one it "
        "would also translate the name of a month or of a day."
    )


# --- what a release asks for ---

NEW = """\
msgid "Cut for partners"
msgstr "{one}"

msgid "{{number}} board"
msgid_plural "{{number}} boards"
msgstr[0] "{{number}} Board"
msgstr[1] "{more}"
"""


def missing(one: str, more: str) -> list[str]:
    """Return the lines that name missing German translations, if two messages have these texts and a third has none."""
    said = Catalog()
    for message in (
        "Cut for partners",
        ("{number} board", "{number} boards"),
        "Score by a new law",
    ):
        said.add(message, locations=[("templates/room/index.html", 1)])
    found = read_po(io.BytesIO(NEW.format(one=one, more=more).encode()), locale="de")
    return catalogues.listed("de", catalogues.untranslated(said, found)).splitlines()


def test_a_sentence_without_a_translation_is_listed_with_its_file():
    assert missing("Um Partner ziehen", "{number} Boards") == [
        "de: templates/room/index.html: Score by a new law"
    ]
    assert missing("", "") == [
        "de: templates/room/index.html: Cut for partners",
        "de: templates/room/index.html: {number} board",
        "de: templates/room/index.html: Score by a new law",
    ]


@pytest.mark.parametrize(("words", "code"), [("", 1), ("Um Partner ziehen", 0)])
def test_a_release_wants_every_sentence_in_every_language(
    words: str, code: int, monkeypatch, capsys
):
    said = Catalog()
    said.add("Cut for partners", locations=[("templates/room/index.html", 1)])
    translated = Catalog(locale="de")
    translated.add("Cut for partners", words)
    monkeypatch.setattr(catalogues, "spoken", lambda: said)
    monkeypatch.setattr(catalogues, "languages", lambda: ["de"])
    monkeypatch.setattr(catalogues, "catalogue", lambda language: translated)
    assert release_check.main() == code
    printed = capsys.readouterr()
    assert ("de: templates/room/index.html: Cut for partners" in printed.err) == bool(
        code
    )
    assert ("Every sentence is translated into de." in printed.out) == (not code)
