"""The languages of the pages."""

from django.conf import settings
from django.utils import translation
from django.utils.formats import get_format
from django.utils.functional import lazy
from django.utils.translation import gettext, ngettext, pgettext

from scoring import ScoringError
from scoring.said import Figure, Said, in_language

_ON_PAGES = {"North-South": "North–South", "East-West": "East–West"}
"""The names of the sides as pages show them, with a dash, by their names in `scoring`.

The names in `scoring` have a hyphen, because every terminal can show it.
"""
LEFT_TO_RIGHT, END_OF_ISOLATE = "\u2066", "\u2069"


def spoken(code: str) -> str | None:
    """The language of the pages for this code, such as `de` for `de-at`; None if there is no such language."""
    try:
        return (
            translation.get_supported_language_variant(code.lower()) if code else None
        )
    except LookupError:
        return None


def spoken_or_own(code: str) -> str:
    """The language of the pages for this code, or the club's own language if there is no such language."""
    return spoken(code) or str(settings.LANGUAGE_CODE)


def language_of_mail(chosen: str, *, asks_now: bool = False) -> str:
    """The code of the language for an e-mail to one member: `chosen`, the language that the member has chosen.

    If the pages lack that language, or the member has chosen none (""), the result is another language. With `asks_now`
    the member has asked for the e-mail on the present page: the result is the language of that page. Otherwise it is
    the club's language.
    """
    return (
        spoken(chosen)
        or (asks_now and translation.get_language())
        or str(settings.LANGUAGE_CODE)
    )


def told(text: str) -> str:
    """A text from the rules (`scoring`) in the reader's language. Any other text stays as it is."""
    if isinstance(text, Figure):
        return figure(text)
    return (
        in_language(text, _said_on_pages, ngettext, figure)
        if isinstance(text, Said)
        else text
    )


def _said_on_pages(form: str) -> str:
    return gettext(_ON_PAGES.get(form, form))


def figure(written: str) -> str:
    """A figure with English separators, in the form of the reader's language: `1,690.5` is `1.690,5` in German."""
    if "," not in written and "." not in written:
        return written  # most figures of a page
    thousands, decimal = (
        get_format("THOUSAND_SEPARATOR"),
        get_format("DECIMAL_SEPARATOR"),
    )
    return written.translate({ord(","): thousands, ord("."): decimal})


def per_cent(written: str) -> str:
    """A figure with a per cent sign, in the form of the reader's language and without a line break: `62.50 %`."""
    return pgettext("per cent", "%(figure)s\N{NO-BREAK SPACE}%%") % {"figure": written}


def quoted(words: str) -> str:
    """The words between the quotation marks of the reader's language."""
    return pgettext("somebody’s own words", "“%(words)s”") % {"words": words}


def from_the_left(written: str) -> str:
    """The text with marks that keep the sign of `−5,160` in front, for a language that is written from right to left.

    If the reader's language is written from left to right, it is the unchanged text.
    """
    return (
        f"{LEFT_TO_RIGHT}{written}{END_OF_ISOLATE}"
        if written and translation.get_language_bidi()
        else written
    )


def refusal_told(refusal: ScoringError) -> str:
    """The reason of a refusal, in the reader's language."""
    return in_language(refusal.message, _said_on_pages, ngettext, figure)


told_lazily = lazy(told, str)
"""A lazy form of `told`: the text is translated when it is shown, into the language of its reader."""
