"""The letters by which a deal is written in the reader's language, and the reading of lines typed in them."""

import re
from functools import cache
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language, override, pgettext, pgettext_lazy

from clubscore.contracts import typed_line
from clubscore.contracts.typed_line import Letters
from clubscore.languages.spoken import told
from clubscore.web.templatetags.scores import letter
from scoring import Deal, Seat, Strain, parse_deal
from scoring.duplicate.outcome_line import outcome_line, parse_outcome
from scoring.duplicate.outcomes import Outcome
from scoring.errors import InvalidOutcome

_STRAINS = {
    Strain.CLUBS: pgettext_lazy("a strain that is typed", "C"),
    Strain.DIAMONDS: pgettext_lazy("a strain that is typed", "D"),
    Strain.HEARTS: pgettext_lazy("a strain that is typed", "H"),
    Strain.SPADES: pgettext_lazy("a strain that is typed", "S"),
}
# A decimal comma before a per cent sign, as in `62,5 %`: in English, too, it has no other meaning.
_COMMA = re.compile(r"(?<!\S)(\d{1,3}),(\d{1,2}\s*%)")


def letters_of(language: str | None = None) -> Letters:
    """The letters with which a language writes seats and strains, and its word for a passed-out deal.

    If `language` is None, it is the reader's language.
    """
    return _letters_of(language or get_language() or settings.LANGUAGE_CODE)


def strain_letters() -> list[tuple[str, str]]:
    """The symbol of each suit, with the letter for the suit in a line that is typed in the reader's language."""
    return [(strain.symbol, str(letter)) for strain, letter in _STRAINS.items()]


@cache
def _letters_of(language: str) -> Letters:
    """The letters of a language. They are worked out only once."""
    with override(language):
        strains = []
        for strain in Strain:
            if strain in _STRAINS:
                strains.append(str(_STRAINS[strain]))
            else:
                strains.append(told(strain.symbol))
        seats = tuple(map(letter, Seat))
        passed = pgettext("a deal that is typed", "pass")
        return Letters(seats, tuple(strains), passed)


class LanguageOfLine(forms.CharField):
    """A hidden field with the language of the page on which a line was typed. Empty means the reader's language.

    The reader's language may have changed when the line arrives, for example if an offline browser sent the line later.
    A form without this field comes from a program or an old page, and its line is read in English. The field has no
    errors: a language that the pages do not have counts as empty.
    """

    widget = forms.HiddenInput

    def __init__(self) -> None:
        super().__init__(required=False, initial=get_language)

    def clean(self, value: Any) -> str:
        """The code of the language that was sent, or an empty text if the pages do not have this language.

        It is the code for English if the field was not sent.
        """
        if value is None:
            return str(settings.LANGUAGE_CODE)
        return value if value in dict(settings.LANGUAGES) else ""

    def bound_data(self, data: Any, initial: Any) -> Any:
        """The code of the language that was sent; `initial` if it is empty or the pages do not have this language.

        It is the code for English if the field was not sent. `initial` is the code of the reader's language.
        """
        return self.clean(data) or initial


def deal_typed(line: str, language: str | None = None, *, royals: bool = False) -> Deal:
    """The deal that somebody typed as a line on a page in this language.

    `language` None means the reader's language. With `royals`, the line may name royals, as in royal auction. Raises
    InvalidDeal if the line cannot be read.
    """
    reading = typed_line.read(line, letters_of(language), royals=royals)
    return parse_deal(reading.text, royals=royals)


def outcome_typed(line: str, board: int, language: str | None = None) -> Outcome:
    """The outcome of a board that a director typed as a line on a page in this language.

    `language` None means the reader's language. Raises InvalidOutcome if the line cannot be read; its column is the
    place of the error in `line`.
    """
    with_points = _COMMA.sub(r"\1.\2", line)
    reading = typed_line.read_outcome(with_points, letters_of(language))
    try:
        return parse_outcome(reading.text, board)
    except InvalidOutcome as refusal:
        column = reading.column(refusal.column)
        raise InvalidOutcome(refusal.message, column=column) from None


def outcome_line_of(outcome: Outcome) -> str:
    """An outcome written as a line, with the letters of the reader's language."""
    return typed_line.written_outcome(outcome_line(outcome), letters_of())


def line_of(facts: Deal) -> str:
    """A deal written as a line, with the letters of the reader's language."""
    return typed_line.written(str(facts), letters_of())
