"""The forms of a tablet: the forms of a phone with the seat of the sender."""

from django import forms
from django.utils.translation import gettext_lazy

from clubscore.duplicate.models.session import LETTERS
from clubscore.duplicate.play.table.forms import AgreementForm, ProposalAnswerForm
from clubscore.languages.spoken import told_lazily
from scoring import Seat

RELOAD = gettext_lazy("That form was cut off or too old. Look, and answer again.")
SEATS = [(str(seat), told_lazily(seat.word)) for seat in Seat]


class SeatForm(forms.Form):
    """The seat in whose name a form is sent."""

    seat = forms.TypedChoiceField(choices=SEATS, coerce=Seat)


class SeatAgreementForm(SeatForm, AgreementForm):
    """The version that a seat has read."""


class SeatAnswerForm(SeatForm, ProposalAnswerForm):
    """The answer of a seat to another result."""


class TabletTableForm(forms.Form):
    """A table of a session: A3 is table 3 of section A."""

    letter = forms.ChoiceField(choices=[(letter, letter) for letter in LETTERS])
    table = forms.IntegerField(min_value=1, max_value=999)
