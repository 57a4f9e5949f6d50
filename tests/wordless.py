"""A test language without words: letters that remain on a page in this language belong to text not yet translated."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser

import pytest
from django.utils.translation import trans_real

CODE = "it"
CONTEXT = trans_real.CONTEXT_SEPARATOR
# Places, and tags within a message.
KEPT = re.compile(r"%\(\w+\)[a-z]|%[sd]|\{[^{}]*\}|<[^>]*>")
LETTERS = re.compile(r"[^\W\d_]")
READ = {"aria-label", "aria-description", "title", "placeholder", "alt", "label"}


def without_words(message: str) -> str:
    """Return the message with a dot in place of each letter, except in its placeholders and markup."""
    pieces, end = [], 0
    for kept in KEPT.finditer(message):
        pieces += [re.sub(r"[^\W\d_]", "·", message[end : kept.start()]), kept[0]]
        end = kept.end()
    return "".join([*pieces, re.sub(r"[^\W\d_]", "·", message[end:])])


class Wordless(trans_real.DjangoTranslation):
    """The catalogue of the wordless language: it translates every message to dots."""

    def __init__(self) -> None:
        super().__init__("en-gb")

    def to_language(self) -> str:
        return CODE

    def gettext(self, message: str) -> str:
        return without_words(message.rpartition(CONTEXT)[2])

    def ngettext(self, one: str, more: str, number: int) -> str:
        return without_words((one if number == 1 else more).rpartition(CONTEXT)[2])


@contextmanager
def wordless(settings) -> Iterator[None]:
    """In the block, the wordless language is one of the languages of the site, so that a reader can ask for it."""
    settings.LANGUAGES = [*settings.LANGUAGES, (CODE, "···")]
    patch = pytest.MonkeyPatch()
    patch.setitem(trans_real._translations, CODE, Wordless())
    try:
        yield
    finally:
        patch.undo()


class Words(HTMLParser):
    """Finds the letters that are read on a page: in its text, and in the attributes that are shown or spoken."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in READ or name.startswith("data-say"):
                self._look_at(value or "")

    def handle_data(self, data: str) -> None:
        if self.cdata_elem is None:
            self._look_at(data)

    def _look_at(self, text: str) -> None:
        if LETTERS.search(text):
            self.found.append(" ".join(text.split()))
