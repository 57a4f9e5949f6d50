"""The forms of the import: the list, and the meaning of each of its columns."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.members.importing.columns import MEANINGS, PASSED_OVER
from clubscore.members.importing.dates import DateOrder
from clubscore.members.importing.spreadsheets.uploads import text_of
from clubscore.members.importing.tables import ListTable, table_of, table_of_names
from clubscore.refusals import Refused

_COLUMN = re.compile(r"column-(\d{1,3})")


class MemberListForm(forms.Form):
    """The form in which an admin gives a list of members: as a file, as a pasted table, or as names."""

    file = forms.FileField(
        label=gettext_lazy("Choose a spreadsheet"), required=False, max_length=200
    )
    list = forms.CharField(
        label=gettext_lazy("or paste it here, with the headings"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "wrap": "off"}),
    )
    names = forms.CharField(
        label=gettext_lazy("or names alone, one a line"),
        required=False,
        strip=False,
        help_text=gettext_lazy("Ruth Abel, or Abel, Ruth."),
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
    )
    overwrite = forms.BooleanField(
        label=gettext_lazy("Overwrite what the club has already"), required=False
    )
    dates = forms.ChoiceField(
        label=gettext_lazy("Order of day and month"),
        required=False,
        choices=[
            ("", gettext_lazy("as the dates of the list show")),
            (DateOrder.DAY_FIRST, gettext_lazy("day first: 03/04 is 3 April")),
            (DateOrder.MONTH_FIRST, gettext_lazy("month first: 03/04 is 4 March")),
        ],
    )

    file_note = ""
    """A sentence about the uploaded file, such as the name of the sheet that was read; may be empty."""
    table: ListTable

    @property
    def date_order(self) -> DateOrder | None:
        """The chosen order of day and month; None if the dates of the list decide."""
        chosen = self.cleaned_data["dates"]
        return DateOrder(chosen) if chosen else None

    def clean(self) -> dict[str, Any]:
        """The cleaned data. Sets `table` to the table that was read. An uploaded file replaces pasted text and names.

        Raises ValidationError if the list cannot be read, or if there is none.
        """
        data = super().clean() or {}
        if self.errors:
            return data
        try:
            if uploaded := data.get("file"):
                data["list"], self.file_note = text_of(uploaded.read())
                data["names"] = ""
            self.table = _table(data["list"], data["names"])
        except Refused as refusal:
            raise forms.ValidationError(str(refusal)) from refusal
        return data


def _table(pasted: str, names: str) -> ListTable:
    if pasted.strip() and names.strip():
        raise Refused(_("Give a table or names, not both: empty one of the two."))
    if not pasted.strip() and not names.strip():
        raise Refused(_("Paste a list or choose a file."))
    return table_of(pasted) if pasted.strip() else table_of_names(names)


def chosen_columns(fields: Mapping[str, str]) -> dict[int, str]:
    """The meanings chosen in the form's fields `column-0`, `column-1`…, by the position of the column from 0.

    Fields with other names and invalid meanings are ignored.
    """
    found = {
        int(match[1]): str(fields[name])
        for name in fields
        if (match := _COLUMN.fullmatch(name))
    }
    return {
        at: meaning
        for at, meaning in found.items()
        if meaning in MEANINGS or meaning == PASSED_OVER
    }
