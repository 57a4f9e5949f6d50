"""The form that publishes results."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from clubscore.duplicate.models import Publication, Session
from clubscore.duplicate.results.publishing.open_matters import OpenMatter
from clubscore.duplicate.results.publishing.services import Notice

LENGTHS = {
    10: _("10 minutes"),
    20: _("20 minutes"),
    30: _("30 minutes"),
    60: _("1 hour"),
    24 * 60: _("24 hours"),
    7 * 24 * 60: _("7 days"),
}


def length_in_words(minutes: int) -> str:
    """The length of a correction period in words, such as `1 hour` or `45 minutes`."""
    if minutes in LENGTHS:
        return str(LENGTHS[minutes])
    words = ngettext("%(number)s minute", "%(number)s minutes", minutes)
    return words % {"number": minutes}


class PublicationForm(forms.Form):
    """The form with which results are published: the correction period, and for a later publication its reason.

    It has a box for each matter that is open: the director ticks the box to publish with that board open.
    """

    begins_period = forms.TypedChoiceField(
        label=_("Correction period"),
        choices=[
            ("no", _("as it was")),
            ("yes", _("begins anew, from this publication")),
        ],
        coerce=lambda value: value == "yes",
        initial="no",
    )
    minutes = forms.TypedChoiceField(
        label=_("Corrections may be asked for"),
        coerce=int,
        help_text=_("Law 79C: 30 minutes, or longer as the club says."),
    )
    special_nature = forms.CharField(
        label=_("What is special about it"),
        required=False,
        max_length=200,
        help_text=_(
            "Only for less than 30 minutes, such as: a final must follow tonight."
        ),
    )
    reason = forms.CharField(
        label=_("Why another publication"), required=False, max_length=200
    )
    accepts_missing = forms.BooleanField(
        label=_("Publish without the missing results"), required=False
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(
        self,
        data: Any = None,
        *,
        session: Session,
        before: Publication | None,
        is_final: bool,
        missing: int,
        matters: Collection[OpenMatter],
        **options: Any,
    ) -> None:
        super().__init__(data, **options)
        usual = session.correction_minutes
        if before:
            usual = before.minutes
        self.usual: dict[str, Any] = {
            "minutes": usual,
            "special_nature": "",
            "begins_period": before is None,
            "reason": "",
        }
        choices = []
        for minutes in sorted({*LENGTHS, usual}):
            choices.append((minutes, length_in_words(minutes)))
        self.fields["minutes"].choices = choices  # type: ignore[attr-defined]
        self.fields["minutes"].initial = usual
        unasked = set()
        if not missing:
            unasked.add("accepts_missing")
        if not before:
            unasked |= {"begins_period", "reason"}
        if is_final:
            unasked |= {"begins_period", "minutes", "special_nature"}
        for name in unasked:
            del self.fields[name]
        self._keys = [matter.key for matter in matters]
        for matter in matters:
            words = _("Publish with this board open: %(matter)s")
            label = words % {"matter": matter.words}
            self.fields[matter.key] = forms.BooleanField(label=label, required=False)

    @property
    def notice(self) -> Notice:
        """The content of a valid form as a Notice.

        A field that the form did not show gets a default: the usual correction period, or no reason.
        """
        sent = {"accepts_missing": False} | self.cleaned_data
        accepts_open = frozenset(key for key in self._keys if sent.pop(key))
        return Notice(**self.usual | sent, accepts_open=accepts_open)
