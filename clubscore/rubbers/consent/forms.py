"""Forms that are sent by a tap on a card: signatures, votes, and reports about the auction."""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.refusals import Refused
from clubscore.rubbers.models import Deal, Proposal
from clubscore.rubbers.rubber.state import RubberState
from clubscore.tables.models import SEATS

UNREADABLE = _("The page was not as it should be: look again, and tap once more.")


class SignerForm(forms.Form):
    """The form of a player who signs on another member's device: the id of the player, and the PIN.

    Both fields are empty if the signed-in member signs.
    """

    member = forms.IntegerField(required=False)
    pin = forms.CharField(required=False)


class VersionForm(forms.Form):
    """The form that sends the id of the version of a deal that was on the screen."""

    version = forms.IntegerField(min_value=1, max_value=2**63 - 1)

    def version_of(
        self, state: RubberState, *, number: int | None = None
    ) -> Deal | None:
        """The version with the posted id; None if the rubber has no such version, or if it is not of deal `number`.

        The result is None also for a form that is not valid.
        """
        if not self.is_valid():
            return None
        pk = self.cleaned_data["version"]
        versions = [row for row in state.versions if number in {None, row.number}]
        return next((row for row in versions if row.pk == pk), None)


class VersionsForm(forms.Form):
    """The form that sends the ids of the versions of several deals that were on the screen."""

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
    """The form that signs the net score as it was on the screen.

    It sends the id of the newest version of a deal (`version`), and of the newest open proposal (`despite`), if any.
    """

    despite = forms.IntegerField(required=False, min_value=1, max_value=2**63 - 1)

    def despite_of(self, state: RubberState) -> Proposal | None:
        """The open proposal with the id that was sent; None if the proposal is closed, or if no id was sent."""
        if not self.is_valid():
            return None
        pk = self.cleaned_data["despite"]
        return next(
            (proposal for proposal in state.proposals if proposal.pk == pk), None
        )


class InsteadForm(NetForm):
    """The form by which an arbiter signs the net score instead of a player: the seat, and the written reason."""

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
    """The form that sends the number of the last deal that was on the screen; 0 before the first deal."""

    number = forms.IntegerField(min_value=0, max_value=9999)


class VoteForm(forms.Form):
    """The form that sends a vote on a proposal: yes or no."""

    vote = forms.ChoiceField(choices=[("yes", _("Yes")), ("no", _("No"))])

    def is_yes(self) -> bool:
        """True if the vote is yes. Raises Refused for a value that the page does not send."""
        if not self.is_valid():
            raise Refused(str(UNREADABLE))
        return bool(self.cleaned_data["vote"] == "yes")
