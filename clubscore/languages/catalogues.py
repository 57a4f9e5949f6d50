"""One table of translations for each language, instead of Django's table for each app and each fallback language.

Most words of an English page have no translation, and Django searched twelve tables for each: a fifth of the time of a
recorded deal.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from gettext import NullTranslations
from typing import Any

from django.utils.translation.trans_real import TranslationCatalog, translation

PluralOf = Callable[[int], int]
Table = Mapping[Any, str]
"""The translation of each message. The key of a plural form is the pair (message for one thing, form's number)."""


def merge_catalogues(code: str) -> None:
    """Replace Django's tables of translations for the language `code` by one table with the same words."""
    language = translation(code)
    words: dict[str, str] = {}
    forms: dict[str, tuple[Table, PluralOf]] = {}
    for tables in _levels(language):
        words = _words_of(tables) | words
        forms = _forms_of(tables) | forms
    merged = MergedCatalogue(words, forms)
    vars(language)["gettext"] = merged.gettext
    vars(language)["ngettext"] = merged.ngettext


class MergedCatalogue:
    """A catalogue of translations: one table with all words of a language and of its fallback languages."""

    def __init__(
        self, words: Mapping[str, str], forms: Mapping[str, tuple[Table, PluralOf]]
    ) -> None:
        self._words = words
        self._forms = forms

    def gettext(self, message: str) -> str:
        return self._words.get(message, message)

    def ngettext(self, one: str, more: str, number: int) -> str:
        if found := self._forms.get(one):
            table, plural_of = found
            return table[one, plural_of(number)]
        return one if number == 1 else more


def _levels(language: NullTranslations) -> Iterator[Sequence[tuple[Table, PluralOf]]]:
    """Yield lists of translation tables: first a list for the language, then a list for each fallback language.

    Each table has beside it the function that chooses a plural form by a number.
    """
    level: Any = language
    while level is not None:
        catalogue = getattr(level, "_catalog", None) or {}
        if isinstance(catalogue, TranslationCatalog):
            yield list(zip(catalogue._catalogs, catalogue._plurals, strict=True))  # type: ignore[attr-defined]
        else:
            yield [(catalogue, getattr(level, "plural", int))]
        level = level._fallback


def _words_of(tables: Sequence[tuple[Table, PluralOf]]) -> dict[str, str]:
    """The translation of each message in these tables. The first table that has a message counts.

    For a message that exists only with plurals, it is the form for one thing.
    """
    words: dict[str, str] = {}
    for table, plural_of in tables:
        for key in filter(_is_counted, table):
            if key[1] == plural_of(1):
                words.setdefault(key[0], table[key])
    for table, _ in reversed(tables):
        words |= {key: said for key, said in table.items() if isinstance(key, str)}
    return words


def _forms_of(
    tables: Sequence[tuple[Table, PluralOf]],
) -> dict[str, tuple[Table, PluralOf]]:
    """The first of these tables that has plural forms of a message, by the message.

    Beside each table is the function that chooses the plural form for a number.
    """
    forms: dict[str, tuple[Table, PluralOf]] = {}
    for table, plural_of in tables:
        for one, _ in filter(_is_counted, table):
            forms.setdefault(one, (table, plural_of))
    return forms


def _is_counted(key: object) -> bool:
    return isinstance(key, tuple)
