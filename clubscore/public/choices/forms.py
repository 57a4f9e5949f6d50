"""Forms: the choice of what is public, and the choice whether a member is named."""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.public.models import PublicChoice
from clubscore.public.naming import Naming

NAMED = [
    ("named", _("As the club names its members")),
    (
        "unnamed",
        _("Never by name: as a player with a number, whatever the club chooses"),
    ),
]


class PublicChoiceForm(forms.ModelForm):
    class Meta:
        model = PublicChoice
        fields = (
            "room",
            "evenings",
            "duplicate",
            "standings",
            "naming",
            "boards",
            "shows_play",
            "is_indexed",
        )
        widgets = {"naming": forms.RadioSelect(attrs={"class": "naming-choice"})}
        help_texts = {
            "room": _("The tables in play."),
            "evenings": _("Players against rubbers, and a calendar of the evenings."),
            "duplicate": _(
                "Place, names and figure of every session, once its results are published, and a calendar, which also "
                "has the names and starts of sessions to come. Boards and hands are for members."
            ),
            "standings": _("The season that is on, and every final table."),
            "boards": _(
                "The result of each table, and the cards once they are open, in the JSON of published sessions. "
                "Programs with a token read it; the public pages show none of it."
            ),
            "shows_play": _("Otherwise a rubber is shown when it is over."),
        }

    def clean_naming(self) -> Naming:
        return Naming(self.cleaned_data["naming"])


class NamingWishForm(forms.Form):
    naming = forms.ChoiceField(
        label=_("On public pages"),
        choices=NAMED,
        widget=forms.RadioSelect(attrs={"class": "naming-choice"}),
    )

    @property
    def is_unnamed(self) -> bool:
        return bool(self.cleaned_data["naming"] == "unnamed")
