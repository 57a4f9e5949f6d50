"""English words that remember how they were put together, so that another language can say the same."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, Self

_CAPITAL: Final = "capital"


class Forms(NamedTuple):
    """Words for one thing and for more of them, each with the place ``{number}``."""

    one: str
    more: str


class Figure(str):
    """A number as English writes it, in a place of words: `1,690.5`. Other languages have other separators."""

    __slots__ = ()


class Said(str):
    """A text in English with the form and the values that it was made of. Everywhere else it is that text.

    >>> words = said("{side} revoked once more: {points}.", side=said("North-South"), points=100)
    >>> words, words.form, words.values["points"]
    ('North-South revoked once more: 100.', '{side} revoked once more: {points}.', 100)
    """

    __slots__ = ("form", "many", "number", "values")

    form: str
    """The words with a place for each value."""
    many: str
    """The form for more than one; empty where nothing is counted."""
    number: int
    """How many are counted; 1 where nothing is."""
    values: Mapping[str, object]
    """What stands in the places: whole numbers, figures, other words that were said, or text alike everywhere."""

    def __new__(cls, form: str, values: Mapping[str, object], many: str = "", number: int = 1) -> Self:
        made = super().__new__(cls, (form if number == 1 or not many else many).format(**values))
        made.form, made.values, made.many, made.number = form, values, many, number
        return made

    def with_values(self, values: Mapping[str, object]) -> "Said":
        """The same words with other values in their places."""
        return Said(self.form, values, self.many, self.number)

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self.form, self.values, self.many, self.number

    def __format__(self, how: str) -> str:
        return capital(self) if how == _CAPITAL else super().__format__(how)


def said(form: str, /, **values: object) -> Said:
    """Words with values in their places; ``{place:capital}`` begins with a capital letter."""
    return Said(form, values)


def counted(how_many: int, forms: Forms, /, **values: object) -> Said:
    """Words of one thing, or of more."""
    return Said(forms.one, values, forms.more, how_many)


def capital(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


class _Spoken(str):
    """Words in another language, in a place of more words."""

    __slots__ = ()

    def __format__(self, how: str) -> str:
        return capital(self) if how == _CAPITAL else super().__format__(how)


def in_language(
    text: str,
    one: Callable[[str], str],
    more: Callable[[str, str, int], str],
    figure: Callable[[str], str] = str,
) -> str:
    """The text in another language; text that was not said is looked up as it stands.

    ``one`` gives the form of that language for an English form, ``more`` that of a counted one for so many. Both are
    like the functions ``gettext`` and ``ngettext`` of Python. ``figure`` writes a figure with the separators of that
    language.

    >>> german = {"{side} passed": "{side} passte", "North": "Nord"}
    >>> in_language(said("{side} passed", side=said("North")), german.__getitem__, lambda one, more, number: one)
    'Nord passte'
    """
    if not text:
        return text  # gettext has its header there
    if not isinstance(text, Said):
        return one(text)
    form = more(text.form, text.many, text.number) if text.many else one(text.form)

    def spoken(value: object) -> object:
        if isinstance(value, Said):
            return _Spoken(in_language(value, one, more, figure))
        return figure(value) if isinstance(value, Figure) else value

    return form.format(**{place: spoken(value) for place, value in text.values.items()})
