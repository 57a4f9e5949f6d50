"""Forms of the hands of a session."""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.duplicate.models import Session
from clubscore.duplicate.session.state import SessionState
from clubscore.hands.models import DealSet


class DealingForm(forms.Form):
    """The name of a set to be dealt for the session."""

    name = forms.CharField(label=_("Name of the set"), max_length=80)


class SetForm(forms.Form):
    """A choice of a set of deals that exists already."""

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
