"""The form with which a director rules on all unplayed boards of a table."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

NOTHING, AVERAGES = "NP", "A"
FAULTS = [("", ""), ("+", "+"), ("=", "="), ("-", "-")]


class UnplayedForm(forms.Form):
    """The form that gives unplayed boards of a table an outcome. `boards` has their numbers, such as `3,4`.

    `give` is NOTHING, or AVERAGES by the fault of each side that lost the boards (Law 12C2); `sides` has these sides,
    such as `ns,ew`. The form is cleaned to the outcome as a line, such as `A+-`.
    """

    round = forms.IntegerField(min_value=1, max_value=99)
    letter = forms.CharField(max_length=1)
    table = forms.IntegerField(min_value=1, max_value=999)
    boards = forms.RegexField(r"^[0-9]{1,3}(,[0-9]{1,3})*\Z", max_length=200)
    sides = forms.RegexField(r"^(ns|ew|ns,ew)\Z", required=False)
    ns = forms.ChoiceField(choices=FAULTS, required=False)
    ew = forms.ChoiceField(choices=FAULTS, required=False)
    give = forms.ChoiceField(choices=[(line, line) for line in (NOTHING, AVERAGES)])

    def clean_boards(self) -> frozenset[int]:
        """The numbers of the boards, read from the posted text."""
        return frozenset(int(board) for board in self.cleaned_data["boards"].split(","))

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        sides = (cleaned.pop("sides", "") or "ns,ew").split(",")
        faults = {side: cleaned.pop(side, "") for side in ("ns", "ew")}
        if cleaned.get("give") == AVERAGES:
            for side in sides:
                if not faults[side]:
                    words = _("Say for each side if it was at fault (Law 12C2).")
                    raise forms.ValidationError(words)
            # A side that played the board elsewhere gets nothing: the ruling names it NOBODY.
            cleaned["give"] = f"A{faults['ns'] or '='}{faults['ew'] or '='}"
        return cleaned
