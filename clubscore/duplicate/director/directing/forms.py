"""The forms on the director's page: for rounds, checked results, the cancellation and deputies."""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.duplicate.models import ClockChange
from clubscore.duplicate.session.state import SessionState
from clubscore.members.models import Member
from clubscore.web.forms.renderer import LongSelect


class RoundForm(forms.Form):
    """A form about a round: its number as the sender saw it."""

    round = forms.IntegerField(min_value=1, max_value=99)


class StepForm(RoundForm):
    """The form that begins the next round, or ends play after the current round.

    `left` is the mark of what was open (`LeftOpen.mark`) on the page that has asked; it is empty if nobody was asked.
    """

    left = forms.CharField(max_length=20, required=False)


class ExtensionForm(RoundForm):
    """The form that extends the clock of the current round."""

    minutes = forms.IntegerField(min_value=1, max_value=ClockChange.MOST)


class CheckForm(forms.Form):
    """The form that sends the version of a result that the director has looked at and finds right."""

    version = forms.IntegerField(min_value=1)


class CancelForm(forms.Form):
    reason = forms.CharField(
        label=_("Why"),
        max_length=200,
        help_text=_("Everybody reads it on the session’s page."),
    )


class DeputyForm(forms.Form):
    """The form in which the director chooses a member who becomes a deputy."""

    member = forms.ModelChoiceField(
        Member.objects.none(),
        label=_("Deputy"),
        empty_label=_("Choose a member"),
        widget=LongSelect,
    )

    def __init__(self, data: object = None, *, state: SessionState) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        members = Member.objects.who_may_sit().filter(merged_into=None, is_guest=False)
        others = members.exclude(pk=state.session.director_id)
        self.fields["member"].queryset = others.order_by("name", "pk")  # type: ignore[attr-defined]
