"""Forms with which a director deals the hands of a session or names a set that exists already."""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.duplicate.models import Session
from clubscore.duplicate.session.state import SessionState
from clubscore.hands.models import DealSet


class DealingForm(forms.Form):
    """The form that deals a new set for the session: it asks for the name of the set."""

    name = forms.CharField(label=_("Name of the set"), max_length=80)


class SetForm(forms.Form):
    """The form in which a director chooses an existing set of deals with enough boards, which no session uses."""

    deal_set = forms.ModelChoiceField(
        DealSet.objects.none(), label=_("Set"), empty_label=_("Choose a set")
    )

    def __init__(self, data: object = None, *, state: SessionState) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        taken = Session.objects.current().exclude(deal_set=None).values("deal_set")
        free = (
            DealSet.objects.filter(boards__gte=state.boards)
            .exclude(pk__in=taken)
            .defer("sealed_text")
        )
        self.fields["deal_set"].queryset = free.order_by("-pk")  # type: ignore[attr-defined]
