"""The form for the results of slips, typed as one line for each board at a table."""

from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.contracts.letters import LanguageOfLine
from clubscore.duplicate.director.slips.reading import BOARD, TABLE, SlipReader
from clubscore.refusals import Refused

LONGEST = 100  # lines
TOO_MANY = _("These are more than %(most)s lines: record some of them first.")


class SlipsForm(forms.Form):
    """The form for the slips of several tables, of one table, or of one board.

    `replace` names the results that the director replaces: the place and the version of each.
    """

    of = forms.ChoiceField(label=_("Which slips"), required=False)
    language = LanguageOfLine()
    lines = forms.CharField(
        label=_("One result a line"),
        max_length=5_000,
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={
                "rows": 10,
                "autofocus": True,
                "autocomplete": "off",
                "autocapitalize": "off",
                "spellcheck": "false",
            }
        ),
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, reader: SlipReader, **options: Any) -> None:
        super().__init__(data, **options)
        tables = [
            (f"{TABLE}{name.casefold()}", _("Table %(table)s") % {"table": name})
            for name in reader.table_names
        ]
        boards = [
            (f"{BOARD}{board}", _("Board %(board)s") % {"board": board})
            for board in reader.boards
        ]
        self.fields["of"].choices = [  # type: ignore[attr-defined]
            ("", _("Several tables")),
            (_("One table: board and result"), tables),
            (_("One board: table and result"), boards),
        ]

    def refuse(self, refusal: Refused, *, key: UUID) -> None:
        """Show a refusal above the form, and give the form a new key: nothing was recorded with these lines."""
        self.add_error(None, str(refusal))
        self.data = dict(self.data.items()) | {"key": str(key)}

    def clean_lines(self) -> list[tuple[int, str]]:
        """The typed lines that are not empty, each with its number from 1.

        Raises ValidationError for too many lines.
        """
        texts = [text.strip() for text in self.cleaned_data["lines"].splitlines()]
        typed = [(number, text) for number, text in enumerate(texts, start=1) if text]
        if len(typed) > LONGEST:
            raise forms.ValidationError(TOO_MANY % {"most": LONGEST})
        return typed
