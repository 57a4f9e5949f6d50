"""Every word in a template can be translated: it stands inside `translate` or `blocktranslate`."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from tools import catalogues

TEMPLATES = Path(settings.BASE_DIR) / "templates"
TAG = re.compile(r"{%.*?%}|{{.*?}}|{#.*?#}", re.S)
MARKED = re.compile(
    r"{%\s*blocktranslate\b.*?{%\s*endblocktranslate\s*%}|{%\s*comment\b.*?{%\s*endcomment\s*%}",
    re.S,
)
SPOKEN = re.compile(
    r"\b(?:aria-label|aria-description|title|placeholder|alt|label|data-say[a-z-]*)=\"([^\"]*)\""
)
FILTER = re.compile(r"\|(?:default|default_if_none|yesno):\"([^\"]*)\"|\|(pluralize)\b")
# That a template gives to an element of the one which it extends.
ATTRIBUTE = re.compile(r"\b[a-z-]+=\"[^\"]*\"")
WORD = re.compile(r"[^\W\d_]{2,}")
# A value, and after it nothing but tags within a line and the beginning of words in lower case.
JOINED = re.compile(
    r"{{[^}]*}}(?:</?(?:a|b|em|i|small|span|strong|time)\b[^>]*>|\s)*"
    r"(?:{%\s*translate\s+\"(?![^\"]*\"[^%]*\bas\s)|{%\s*blocktranslate\b[^%]*%}\s*)([a-z][^\"{%<]*)"
)
# The same in every language: names of the product, of formats, files and settings.
SAME = {
    *(
        "Clubscore",
        "CSV",
        "PBN",
        "PNG",
        "PIN",
        "QR",
        "JSON",
        "ZIP",
        "IMP",
        "IMPs",
        "VP",
    ),
    *("VPs", "ICS", "HOST", "nbsp", "amp"),
}


def rooms() -> list[str]:
    """Return the names of the folders directly below templates/; "." stands for the templates outside any folder."""
    folders = (
        path.relative_to(TEMPLATES).parts[:-1] for path in TEMPLATES.rglob("*.html")
    )
    return sorted({parts[0] if parts else "." for parts in folders})


def templates(room: str) -> Iterator[Path]:
    return (
        TEMPLATES.glob("*.html") if room == "." else (TEMPLATES / room).rglob("*.html")
    )


def unmarked(text: str) -> Iterator[str]:
    """Yield the words of a template outside translation tags: in its text, its visible attributes and its filters."""
    text = MARKED.sub("", text)
    for tag in TAG.findall(text):
        filters = (given or plural for given, plural in FILTER.findall(tag))
        yield from (each for each in filters if set(WORD.findall(each)) - SAME)
    text = TAG.sub("", text)
    text = re.sub(
        r"<(script|style|svg:style)\b.*?</\1>|<!--.*?-->", "", text, flags=re.S
    )
    text = re.sub(r"<(code|kbd)\b[^>]*>[^<]*</\1>", "", text)  # typed as it stands
    spoken = [found[1] for found in SPOKEN.finditer(text)]
    outside = (ATTRIBUTE.sub("", piece) for piece in re.split(r"<[^>]*>", text))
    for piece in (*spoken, *outside):
        if set(WORD.findall(piece)) - SAME:
            yield " ".join(piece.split())


@pytest.mark.parametrize("room", rooms())
def test_every_word_of_a_template_can_be_translated(room: str) -> None:
    found = {
        str(path.relative_to(TEMPLATES)): words
        for path in templates(room)
        if (words := list(unmarked(path.read_text())))
    }
    assert found == {}, (
        'Mark these words, so that they can be translated: {% translate "…" %}, or {% blocktranslate trimmed %} where '
        "values stand among them. What is the same in every language stands in SAME, in this file."
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('<p>{% translate "Sign in" %}</p>', []),
        (
            "<p>{% blocktranslate %}{{ name }} pays{% endblocktranslate %} {{ amount }}</p>",
            [],
        ),
        ("<p>Sign in</p>", ["Sign in"]),
        ("<p>{{ count }} {{ count|pluralize }}</p>", ["pluralize"]),
        (
            '<p>{{ device|default:"a browser" }}{{ name|default:_("a guest") }}</p>',
            ["a browser"],
        ),
        ('<a aria-label="Close" href="/x/"></a>', ["Close"]),
        ('<a class="{% if big %}large{% endif %}" href="/x/">CSV</a>', []),
    ],
)
def test_words_outside_of_marks_are_found(text: str, words: list[str]) -> None:
    assert list(unmarked(text)) == words


@pytest.mark.parametrize("room", rooms())
def test_no_value_is_joined_to_words_that_are_translated_alone(room: str) -> None:
    found = {
        str(path.relative_to(TEMPLATES)): words
        for path in templates(room)
        if (words := JOINED.findall(path.read_text()))
    }
    assert found == {}, (
        "Other languages have another order: put the value into the words, by {% blocktranslate %}."
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('<b>{{ name }}</b> {% translate "asks" %}', ["asks"]),
        (
            "{{ rank }} <span>{% blocktranslate %}of {{ number }}{% endblocktranslate %}</span>",
            ["of "],
        ),
        ('{{ name }} · {% translate "asks" %}', []),
        ('{{ name }} {% translate "asks" as words %}', []),
        ('<dt>{{ name }}</dt><dd>{% translate "asks" %}</dd>', []),
        ('<b>{{ name }}</b> {% translate "Take back" %}', []),
    ],
)
def test_words_that_are_joined_to_a_value_are_found(
    text: str, words: list[str]
) -> None:
    assert JOINED.findall(text) == words


# A colon after a value or an element, as English writes it: French has a space before it.
ENGLISH_COLON = re.compile(r"[}>]\s*:(?=[\s<]|$)")


def english_colons(text: str) -> list[str]:
    without_tags = TAG.sub("}", MARKED.sub("", text))
    return ENGLISH_COLON.findall(without_tags)


@pytest.mark.parametrize("room", rooms())
def test_every_colon_after_a_value_is_written_by_the_tag_colon(room: str) -> None:
    found = {
        str(path.relative_to(TEMPLATES)): colons
        for path in templates(room)
        if (colons := english_colons(path.read_text()))
    }
    assert found == {}, "Other languages have other spaces: write {% colon %}."


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("{{ name }}: {{ words }}", 1),
        ("<b>{{ name }}</b>: {{ words }}", 1),
        ("{% if reason %}: {{ reason }}{% endif %}", 1),
        ('<span class="vh">: </span>', 1),
        ("{{ name }}{% colon %}{{ words }}", 0),
        ('{% translate "{link}: go on" %}', 0),
        ("{{ hours }}:{{ minutes }}", 0),
    ],
)
def test_colons_that_are_written_as_in_english_are_found(
    text: str, number: int
) -> None:
    assert len(english_colons(text)) == number


def test_no_message_brings_the_space_by_which_it_is_joined_to_another() -> None:
    forms = {
        form
        for message in catalogues.spoken()
        if message.context != "a list"
        for form in (message.id if isinstance(message.id, tuple) else (message.id,))
    }
    assert [form for form in forms if form != form.strip()] == []


def test_no_message_puts_another_verb_into_its_sentence() -> None:
    """An infinitive in a place, as in `asks to %(what)s`, has another form or order in other languages."""
    forms = {
        form
        for message in catalogues.spoken()
        for form in (message.id if isinstance(message.id, tuple) else (message.id,))
    }
    infinitive = re.compile(r"\b(?:not )?to (?:%\(|{)(?:what|aim|act|do|verb)\b")
    assert [form for form in forms if infinitive.search(form)] == []


# A day in a format of its own: only the catalogue knows how a language writes a day.
DAY_OF_ITS_OWN = re.compile(r"\|date:[\"'][^\"']*[lFMND][^\"']*[\"']")


@pytest.mark.parametrize("room", rooms())
def test_every_day_is_written_in_a_format_of_the_catalogue(room: str) -> None:
    found = {
        str(path.relative_to(TEMPLATES)): days
        for path in templates(room)
        if (days := DAY_OF_ITS_OWN.findall(path.read_text()))
    }
    assert found == {}, 'Write the format as a text of the catalogue: |date:_("j F Y").'


def test_every_entry_has_the_words_that_its_script_says() -> None:
    script = (Path(settings.BASE_DIR) / "static" / "js" / "entry.js").read_text()
    said = {
        re.sub("[A-Z]", lambda letter: f"-{letter[0].lower()}", name)
        for name in re.findall(r"theWords\(\)\.(\w+)", script)
    }
    words = (TEMPLATES / "contracts" / "_entry_words.html").read_text()
    assert len(said) == 12
    assert set(re.findall(r"data-(say-[a-z-]+)=", words)) == said
    assert (
        '{% include "contracts/_entry_words.html" %}'
        in (TEMPLATES / "contracts" / "_entry.html").read_text()
    )
