"""The forms of motions about a whole rubber."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.rubbers.models.motion import SWAPS


class MotionForm(forms.Form):
    """The form of a motion: the written reason, and the revision of the sheet that the member has read."""

    reason = forms.CharField(
        max_length=200,
        error_messages={"required": _("Write down why, in a few words.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    revision = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, revision: int | None = None) -> None:
        super().__init__(data, initial={"revision": revision})


class DealerForm(MotionForm):
    """The form of a motion about the first dealer: who dealt first, with the score that results for each player."""

    dealer = forms.ChoiceField(
        widget=forms.RadioSelect,
        error_messages={"required": _("Say who dealt first.")},
    )

    def __init__(
        self,
        data: Any = None,
        *,
        revision: int | None = None,
        results: Mapping[str, str],
    ) -> None:
        super().__init__(data, revision=revision)
        self.fields["dealer"].choices = [*results.items()]  # type: ignore[attr-defined]  # a ChoiceField


class ExchangeForm(MotionForm):
    """The form of a motion about the seats: which two players sat in each other's seats."""

    swap = forms.ChoiceField(
        choices=SWAPS,
        error_messages={"required": _("Say who sat in each other’s seats.")},
    )
