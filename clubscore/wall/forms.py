"""The choice of a screen, made in a form and kept in the screen's address."""

from typing import Any

from django import forms
from django.utils.choices import CallableChoiceIterator
from django.utils.translation import gettext_lazy as _

from clubscore.rubbers.sheet.embargo import Embargo
from clubscore.tables.models import Table

FOLLOWING = _("Follow the play")
EMBARGOES = [
    (Embargo.NONE.value, _("At once")),
    (Embargo.DEAL.value, _("When the next is recorded")),
    (Embargo.RUBBER.value, _("When the rubber is over")),
]


class ScreenForm(forms.Form):
    """The form that chooses a screen: its table and its embargo, the rule that delays the showing of deals.

    Without a table the screen follows the play. Without an embargo it shows every deal at once.
    """

    table = forms.ModelChoiceField(
        queryset=Table.objects.all(),
        required=False,
        label=_("Table"),
        empty_label=FOLLOWING,
        help_text=_("By itself it goes where the newest deal was recorded."),
        error_messages={
            "invalid_choice": _(
                "There is no such table. Choose one of these, or follow the play."
            )
        },
    )
    embargo = forms.ChoiceField(
        choices=EMBARGOES,
        required=False,
        label=_("When a deal is shown"),
        error_messages={
            "invalid_choice": _(
                "Choose when a deal is shown: at once, a deal behind, or after the rubber."
            )
        },
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Read when the form is shown.
        self.fields["table"].widget.choices = CallableChoiceIterator(_offered)


def _offered() -> list[tuple[object, str]]:
    """The choices for a table: to follow the play, and the tables in use.

    The form also accepts the id of a closed table.
    """
    tables = [(table.pk, table.called) for table in Table.objects.in_use()]
    return [("", str(FOLLOWING)), *tables]
