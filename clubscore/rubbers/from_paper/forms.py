"""The form for the deals that were written on a paper pad, one line for each deal."""

from typing import Any, NamedTuple
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import scoring
from clubscore.contracts.letters import LanguageOfLine, deal_typed
from clubscore.languages.spoken import refusal_told
from clubscore.rubbers.rubber.state import RubberState

LONGEST = 100  # lines


class PaperLine(NamedTuple):
    """A line that was typed: its number, from 1, and the deal in it."""

    number: int
    facts: scoring.Deal


class PaperForm(forms.Form):
    """The form for many deals, typed as lines in the quick notation.

    `number`, `revision` and `key` keep a deal from being recorded twice."""

    language = LanguageOfLine()  # before the lines, which are read by it
    lines = forms.CharField(
        max_length=5_000,
        error_messages={
            "required": gettext_lazy("Type at least one deal, such as 4sw=")
        },
        widget=forms.Textarea(
            attrs={
                "rows": 8,
                "autocomplete": "off",
                "autocapitalize": "off",
                "spellcheck": "false",
            }
        ),
    )
    number = forms.IntegerField(widget=forms.HiddenInput)
    revision = forms.IntegerField(widget=forms.HiddenInput)
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, state: RubberState, data: Any = None) -> None:
        super().__init__(data, initial=_as_it_is(state))
        self._state = state

    def clean_lines(self) -> list[PaperLine]:
        """The typed deals, in order.

        Raises ValidationError if there are more than LONGEST lines, or with a sentence for each line that cannot be
        read.
        """
        typed = self._typed_lines()
        if len(typed) > LONGEST:
            words = _("These are %(number)s deals: type at most %(most)s at once.")
            raise ValidationError(words % {"number": len(typed), "most": LONGEST})
        language = self.cleaned_data.get("language")
        royals = self._state.system.royals
        lines: list[PaperLine] = []
        wrong: list[str] = []
        for number, text in typed:
            try:
                facts = deal_typed(text, language, royals=royals)
            except scoring.ScoringError as error:
                words = _("Line %(number)s, %(text)s: %(error)s")
                wrong.append(
                    words
                    % {"number": number, "text": text, "error": refusal_told(error)}
                )
            else:
                lines.append(PaperLine(number, facts))
        if wrong:
            raise ValidationError(wrong)
        return lines

    def _typed_lines(self) -> list[tuple[int, str]]:
        """The typed lines that are not empty, each as (number of the line from 1, text)."""
        texts = [text.strip() for text in self.cleaned_data["lines"].splitlines()]
        return [(number, text) for number, text in enumerate(texts, start=1) if text]

    def look_again(self, state: RubberState) -> None:
        """Set the hidden number and revision to those of the sheet now, and make a new key, for another preview.

        The typed lines stay.
        """
        data = {name: self.data.get(name) for name in self.fields}
        for name, value in _as_it_is(state).items():
            data[name] = str(value)
        self.data = data

    @property
    def facts(self) -> list[scoring.Deal]:
        """The deals in the lines of a valid form, in order."""
        return [line.facts for line in self.cleaned_data["lines"]]

    def sheet_with(self, state: RubberState) -> scoring.Sheet | None:
        """The sheet of the rubber with the deals of a valid form at its end.

        If a deal cannot be added, the form gets an error and the result is None."""
        sheet = state.numbered_sheet
        for line in self.cleaned_data["lines"]:
            try:
                sheet = state.system.add(sheet, line.facts)
            except scoring.RubberOver:
                self.add_error("lines", _after_the_end(state.rubber.noun, line.number))
                return None
            except scoring.ScoringError as error:
                words = _("Line %(number)s: %(error)s")
                self.add_error(
                    "lines",
                    words % {"number": line.number, "error": refusal_told(error)},
                )
                return None
        return sheet


def _as_it_is(state: RubberState) -> dict[str, object]:
    return {
        "number": state.next_number,
        "revision": state.rubber.revision,
        "key": uuid4(),
    }


def _after_the_end(noun: str, number: int) -> str:
    words = _(
        "Line %(number)s: the %(noun)s is over before it. Take this line and those after "
        "it out, record the others, and type these in again for the next %(noun)s."
    )
    return words % {"number": number, "noun": noun}
