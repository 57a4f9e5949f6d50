"""The forms on the director's page: for rounds, checked results, the cancellation and deputies."""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.duplicate.session.state import SessionState
from clubscore.members.models import Member
from clubscore.web.forms.renderer import LongSelect


class RoundForm(forms.Form):
    """The form behind the button that starts a round, with the number of this round.

    It is also the form behind the button that ends play, with the current round as the sender saw it.
    """

    round = forms.IntegerField(min_value=1, max_value=99)


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
