"""Forms of the cards of agreement and correction."""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.refusals import Refused
from clubscore.rubbers.models import Deal, Proposal
from clubscore.rubbers.rubber.state import RubberState
from clubscore.tables.models import SEATS

UNREADABLE = _("The page was not as it should be: look again, and tap once more.")


class SignerForm(forms.Form):
    """The signer and the PIN, if a player signs who is not the signed-in member; else both fields are empty."""

    member = forms.IntegerField(required=False)
    pin = forms.CharField(required=False)


class VersionForm(forms.Form):
    """The version of a deal that was on the screen."""

    version = forms.IntegerField(min_value=1, max_value=2**63 - 1)

    def version_of(
        self, state: RubberState, *, number: int | None = None
    ) -> Deal | None:
        """The version with the posted id; None if the rubber has no such version, or if it is not of deal `number`."""
        if not self.is_valid():
            return None
        pk = self.cleaned_data["version"]
        versions = [row for row in state.versions if number in {None, row.number}]
        return next((row for row in versions if row.pk == pk), None)


class VersionsForm(forms.Form):
    """The versions of several deals that were on the screen."""

    version = forms.TypedMultipleChoiceField(coerce=int, choices=())

    def versions_of(self, state: RubberState) -> list[Deal]:
        """The versions with the posted ids, without repeats; [] if an id is not the id of a version of this rubber."""
        rows = {row.pk: row for row in state.versions}
        self.fields["version"].choices = [(pk, pk) for pk in rows]  # type: ignore[attr-defined]
        if not self.is_valid():
            return []
        posted = dict.fromkeys(self.cleaned_data["version"])
        return [rows[pk] for pk in posted]


class NetForm(VersionForm):
    """The net score that was on the screen, and the newest proposal that was open beside it."""

    despite = forms.IntegerField(required=False, min_value=1, max_value=2**63 - 1)

    def despite_of(self, state: RubberState) -> Proposal | None:
        """The posted proposal; None if it is closed, or if none was posted."""
        if not self.is_valid():
            return None
        pk = self.cleaned_data["despite"]
        return next(
            (proposal for proposal in state.proposals if proposal.pk == pk), None
        )


class InsteadForm(NetForm):
    """The seat of a player who cannot agree, and why an admin agrees in their stead."""

    seat = forms.ChoiceField(choices=SEATS)
    reason = forms.CharField(
        max_length=200,
        error_messages={
            "required": _(
                "Write down why you agree in their stead, such as “she agreed by phone”."
            )
        },
    )


class NumberForm(forms.Form):
    """The number of the last deal; 0 before the first deal."""

    number = forms.IntegerField(min_value=0, max_value=9999)


class VoteForm(forms.Form):
    """A vote: yes or no."""

    vote = forms.ChoiceField(choices=[("yes", _("Yes")), ("no", _("No"))])

    def is_yes(self) -> bool:
        """True if the vote is yes. Raises Refused for a value that the page does not send."""
        if not self.is_valid():
            raise Refused(str(UNREADABLE))
        return bool(self.cleaned_data["vote"] == "yes")
