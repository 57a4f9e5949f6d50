"""The deals as they stand on the paper pad, a line each."""

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
    """A line that was typed, by its number in the field, and the deal that it says."""

    number: int
    facts: scoring.Deal


class PaperForm(forms.Form):
    """Lines of the quick notation, with what the sheet was when they were typed, so that no deal comes twice."""

    language = LanguageOfLine()  # before the lines, which are read by it
    lines = forms.CharField(
        max_length=5_000,
        error_messages={"required": gettext_lazy("Type at least one deal, such as 4sw=")},
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}),
    )
    number = forms.IntegerField(widget=forms.HiddenInput)
    revision = forms.IntegerField(widget=forms.HiddenInput)
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, state: RubberState, data: Any = None) -> None:
        super().__init__(data, initial=_as_it_is(state))
        self._state = state

    def clean_lines(self) -> list[PaperLine]:
        """The deals in order. Every line that is wrong is named, whether it cannot be read or cannot be scored."""
        typed = [(number, text.strip()) for number, text in enumerate(self.cleaned_data["lines"].splitlines(), start=1)]
        typed = [(number, text) for number, text in typed if text]
        if len(typed) > LONGEST:
            raise ValidationError(
                _("These are %(number)s deals: type at most %(most)s at once.")
                % {"number": len(typed), "most": LONGEST}
            )
        language, lines, wrong = self.cleaned_data.get("language"), [], []
        for number, text in typed:
            try:
                lines.append(PaperLine(number, deal_typed(text, language, royals=self._state.system.royals)))
            except scoring.ScoringError as error:
                wrong.append(
                    _("Line %(number)s, %(text)s: %(error)s")
                    % {"number": number, "text": text, "error": refusal_told(error)}
                )
        if wrong:
            raise ValidationError(wrong)
        return lines

    def look_again(self, state: RubberState) -> None:
        """Keep the lines, for the sheet as it is now: it was read by whoever sends the form again."""
        self.data = {name: self.data.get(name) for name in self.fields} | {
            name: str(value) for name, value in _as_it_is(state).items()
        }

    @property
    def facts(self) -> list[scoring.Deal]:
        """The deals of a valid form."""
        return [line.facts for line in self.cleaned_data["lines"]]

    def sheet_with(self, state: RubberState) -> scoring.Sheet | None:
        """The sheet with these deals at its end; None where it does not take one, and the form then says which."""
        sheet = state.numbered_sheet
        for line in self.cleaned_data["lines"]:
            try:
                sheet = state.system.add(sheet, line.facts)
            except scoring.RubberOver:
                self.add_error("lines", _after_the_end(state.rubber.noun, line.number))
                return None
            except scoring.ScoringError as error:
                self.add_error(
                    "lines", _("Line %(number)s: %(error)s") % {"number": line.number, "error": refusal_told(error)}
                )
                return None
        return sheet


def _as_it_is(state: RubberState) -> dict[str, object]:
    return {"number": state.next_number, "revision": state.rubber.revision, "key": uuid4()}


def _after_the_end(noun: str, number: int) -> str:
    return _(
        "Line %(number)s: the %(noun)s is over before it. Take this line and those after "
        "it out, record the others, and type these in again for the next %(noun)s."
    ) % {"number": number, "noun": noun}
