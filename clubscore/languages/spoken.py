"""The languages of the pages."""

from django.conf import settings
from django.utils import translation
from django.utils.formats import get_format
from django.utils.functional import lazy
from django.utils.translation import gettext, ngettext, pgettext

from scoring import ScoringError
from scoring.said import Figure, Said, in_language

_ON_PAGES = {"North-South": "North–South", "East-West": "East–West"}
"""The dash of pages, in every language, for words that the rules say with signs that each terminal has."""
LEFT_TO_RIGHT, END_OF_ISOLATE = "\u2066", "\u2069"


def spoken(code: str) -> str | None:
    """The language of the pages that this code asks for, `de` for `de-at`; None where there is none."""
    try:
        return (
            translation.get_supported_language_variant(code.lower()) if code else None
        )
    except LookupError:
        return None


def spoken_or_own(code: str) -> str:
    """The same, and the club's own language where there is none."""
    return spoken(code) or str(settings.LANGUAGE_CODE)


def language_of_mail(chosen: str, *, asks_now: bool = False) -> str:
    """The language of an e-mail: what its receiver has `chosen`, if anything; else that of the page, where the same
    person asks for it now; else the club's.
    """
    return (
        spoken(chosen)
        or (asks_now and translation.get_language())
        or str(settings.LANGUAGE_CODE)
    )


def told(text: str) -> str:
    """Words and figures of the rules in the reader's language. Text that was not said by them stays as it is."""
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
    """A figure with the separators of English, as the reader's language writes it: `1,690.5` is `1.690,5` in German."""
    if "," not in written and "." not in written:
        return written  # most figures of a page
    thousands, decimal = (
        get_format("THOUSAND_SEPARATOR"),
        get_format("DECIMAL_SEPARATOR"),
    )
    return written.translate({ord(","): thousands, ord("."): decimal})


def per_cent(written: str) -> str:
    """A figure as the reader's language writes it, in per cent and on one line: `62.50 %`."""
    return pgettext("per cent", "%(figure)s\N{NO-BREAK SPACE}%%") % {"figure": written}


def quoted(words: str) -> str:
    """Somebody's own words between the quotation marks of the reader's language."""
    return pgettext("somebody’s own words", "“%(words)s”") % {"words": words}


def from_the_left(written: str) -> str:
    """A figure or a contract that is read from left to right, held apart from words that are not: `−5,160` keeps its
    sign in front in Hebrew.
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
"""The same where the words are read later, by whoever reads them."""
