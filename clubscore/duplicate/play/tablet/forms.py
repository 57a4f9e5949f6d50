"""The forms of a tablet: the forms of a phone, with the seat of the sender."""

from django import forms
from django.utils.translation import gettext_lazy

from clubscore.duplicate.models.session import LETTERS
from clubscore.duplicate.play.table.forms import AgreementForm, ProposalAnswerForm
from clubscore.languages.spoken import told_lazily
from scoring import Seat

RELOAD = gettext_lazy("That form was cut off or too old. Look, and answer again.")
SEATS = [(str(seat), told_lazily(seat.word)) for seat in Seat]


class SeatForm(forms.Form):
    """A form that names the seat of the player who sends it."""

    seat = forms.TypedChoiceField(choices=SEATS, coerce=Seat)


class SeatAgreementForm(SeatForm, AgreementForm):
    """The form in which the player of a seat agrees to a version of a result."""


class SeatAnswerForm(SeatForm, ProposalAnswerForm):
    """The form in which the player of a seat answers a proposed result."""


class TabletTableForm(forms.Form):
    """A form that names a table of a session by section letter and table number."""

    letter = forms.ChoiceField(choices=[(letter, letter) for letter in LETTERS])
    table = forms.IntegerField(min_value=1, max_value=999)
