"""Forms of the cards of agreement and correction."""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.rubbers.models import Deal, Proposal
from clubscore.rubbers.rubber.state import RubberState
from clubscore.tables.models import SEATS


class SignerForm(forms.Form):
    """The signer where it is not the signed-in member: a player of the rubber, by PIN."""

    member = forms.IntegerField(required=False)
    pin = forms.CharField(required=False)


class VersionForm(forms.Form):
    """The version of a deal that was on the screen."""

    version = forms.IntegerField(min_value=1, max_value=2**63 - 1)

    def version_of(self, state: RubberState, *, number: int | None = None) -> Deal | None:
        """The version with the posted id, of deal `number` if one is given; None where the rubber has no such row."""
        pk = self.cleaned_data["version"] if self.is_valid() else None
        found = next((row for row in state.versions if row.pk == pk), None)
        return found if found and number in {None, found.number} else None


class VersionsForm(forms.Form):
    """The versions of several deals that were on the screen."""

    version = forms.TypedMultipleChoiceField(coerce=int, choices=())

    def versions_of(self, state: RubberState) -> list[Deal]:
        """The versions with the posted ids, each once; none where the rubber has no such rows."""
        rows = {row.pk: row for row in state.versions}
        self.fields["version"].choices = [(pk, pk) for pk in rows]  # type: ignore[attr-defined]
        return [rows[pk] for pk in dict.fromkeys(self.cleaned_data["version"])] if self.is_valid() else []


class NetForm(VersionForm):
    """The net score that was on the screen, and the newest proposal that was open beside it."""

    despite = forms.IntegerField(required=False, min_value=1, max_value=2**63 - 1)

    def despite_of(self, state: RubberState) -> Proposal | None:
        """The posted proposal if it is still open; else None."""
        pk = self.cleaned_data["despite"] if self.is_valid() else None
        return next((proposal for proposal in state.proposals if proposal.pk == pk), None)


class InsteadForm(NetForm):
    """The seat of a player who cannot agree, and why an admin agrees in their stead."""

    seat = forms.ChoiceField(choices=SEATS)
    reason = forms.CharField(
        max_length=200,
        error_messages={"required": _("Write down why you agree in their stead, such as “she agreed by phone”.")},
    )


class NumberForm(forms.Form):
    """The number of the last deal; 0 before the first."""

    number = forms.IntegerField(min_value=0, max_value=9999)


class VoteForm(forms.Form):
    """Yes or no."""

    vote = forms.ChoiceField(choices=[("yes", _("Yes")), ("no", _("No"))])
