"""The form that publishes results."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from clubscore.duplicate.models import Publication
from clubscore.duplicate.results.publishing.missing_boards import MissingBoard
from clubscore.duplicate.results.publishing.open_matters import OpenMatter
from clubscore.duplicate.results.publishing.services import Notice
from clubscore.duplicate.session.contested import ContestedPlace

MANY = 4  # so many boards without a result have one box for all
ALL_MISSING = "all_missing"


class PublicationForm(forms.Form):
    """The form that publishes results: for a later publication its reason, and whether the period begins anew.

    The lengths of the periods are terms of the session, which an organiser sets.

    It has a box for each matter that is open and for each missing result: the director ticks the box to publish with
    that board or place open. MANY missing results, such as those of a session that was broken off, share a box.
    """

    begins_period = forms.TypedChoiceField(
        label=_("Correction period"),
        choices=[
            ("no", _("As it was")),
            ("yes", _("Begins anew with this publication")),
        ],
        coerce=lambda value: value == "yes",
        initial="no",
    )
    reason = forms.CharField(
        label=_("Why another publication"), required=False, max_length=200
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(
        self,
        data: Any = None,
        *,
        before: Publication | None,
        is_final: bool,
        missing: Collection[MissingBoard],
        matters: Collection[OpenMatter | ContestedPlace],
        **options: Any,
    ) -> None:
        super().__init__(data, **options)
        self.usual: dict[str, Any] = {"begins_period": before is None, "reason": ""}
        unasked = set()
        if not before:
            unasked |= {"begins_period", "reason"}
        if is_final:
            unasked.add("begins_period")
        for name in unasked:
            del self.fields[name]
        self._keys = [matter.key for matter in matters]
        if len(missing) < MANY:
            self._missing = [board.key for board in missing]
            boxes = (*matters, *missing)
        else:
            self._missing = [ALL_MISSING]
            boxes = (*matters,)
            words = _("Leave all %(number)s boards without a result open")
            self.fields[ALL_MISSING] = forms.BooleanField(
                label=words % {"number": len(missing)}, required=False
            )
        for each in boxes:
            named = forms.CheckboxInput({"aria-label": each.box})
            self.fields[each.key] = forms.BooleanField(
                label=_("Leave it open"), required=False, widget=named
            )

    def box_of(self, board: MissingBoard) -> BoundField | None:
        """The box that leaves this board alone open, or None if one box leaves all open."""
        if ALL_MISSING in self.fields:
            return None
        return self[board.key]

    @property
    def notice(self) -> Notice:
        """The content of a valid form as a Notice.

        A field that the form did not show gets a default: the period as it was, or no reason.
        """
        sent = dict(self.cleaned_data)
        accepts_open = frozenset(key for key in self._keys if sent.pop(key))
        without = [sent.pop(key) for key in self._missing]
        return Notice(
            **self.usual | sent,
            accepts_missing=bool(without) and all(without),
            accepts_open=accepts_open,
        )
