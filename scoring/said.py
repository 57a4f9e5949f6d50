"""English words that remember their form and values, so that they can be said in another language."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, Self

_CAPITAL: Final = "capital"


class Forms(NamedTuple):
    """The singular and the plural form of a text, with a place in braces for each value, such as ``{number}``."""

    one: str
    more: str


class Figure(str):
    """A number among words as English writes it: `1,690.5`. Other languages write it with other separators."""

    __slots__ = ()


class Said(str):
    """An English text that keeps the form and the values it was made from. It is a `str`, and behaves as one.

    >>> words = said("{side} revoked once more: {points}.", side=said("North-South"), points=100)
    >>> words, words.form, words.values["points"]
    ('North-South revoked once more: 100.', '{side} revoked once more: {points}.', 100)
    """

    __slots__ = ("form", "many", "number", "values")

    form: str
    """The words, with a named place for each value, such as ``{points}``."""
    many: str
    """The plural form; empty if nothing is counted."""
    number: int
    """The number of things that are counted; 1 if nothing is counted."""
    values: Mapping[str, object]
    """The values in the places: whole numbers, figures, other `Said`, or text that is the same in every language."""

    def __new__(
        cls, form: str, values: Mapping[str, object], many: str = "", number: int = 1
    ) -> Self:
        chosen = many if many and number != 1 else form
        words = super().__new__(cls, chosen.format(**values))
        words.form = form
        words.values = values
        words.many = many
        words.number = number
        return words

    def with_values(self, values: Mapping[str, object]) -> "Said":
        """A new text from the same form as this text, with other values in the places of the form."""
        return Said(self.form, values, self.many, self.number)

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self.form, self.values, self.many, self.number

    def __format__(self, how: str) -> str:
        return capital(self) if how == _CAPITAL else super().__format__(how)


def said(form: str, /, **values: object) -> Said:
    """The text made from a form, with values in its places.

    The value in a place that is written ``{name:capital}`` begins with a capital letter.
    """
    return Said(form, values)


def counted(how_many: int, forms: Forms, /, **values: object) -> Said:
    """The words of the singular or plural form for ``how_many`` things, with values in its places."""
    return Said(forms.one, values, forms.more, how_many)


def capital(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


class _Spoken(str):
    """A translated value that fills a named place in a translated form.

    The value begins with a capital letter if the place is written ``{name:capital}``.
    """

    __slots__ = ()

    def __format__(self, how: str) -> str:
        return capital(self) if how == _CAPITAL else super().__format__(how)


def in_language(
    text: str,
    one: Callable[[str], str],
    more: Callable[[str, str, int], str],
    figure: Callable[[str], str] = str,
) -> str:
    """The text in another language. A text that is no `Said` is looked up as it stands.

    ``one`` returns the form of that language for an English form, ``more`` the form for a number of things: they are
    used like ``gettext`` and ``ngettext`` of Python. ``figure`` writes a `Figure` with the separators of that language.

    >>> german = {"{side} passed": "{side} passte", "North": "Nord"}
    >>> in_language(said("{side} passed", side=said("North")), german.__getitem__, lambda one, more, number: one)
    'Nord passte'
    """
    if not text:
        return text  # gettext has its header there
    if not isinstance(text, Said):
        return one(text)

    form = more(text.form, text.many, text.number) if text.many else one(text.form)
    values = dict(text.values)
    for place, value in values.items():
        if isinstance(value, Said):
            values[place] = _Spoken(in_language(value, one, more, figure))
        elif isinstance(value, Figure):
            values[place] = figure(value)

    return form.format(**values)
