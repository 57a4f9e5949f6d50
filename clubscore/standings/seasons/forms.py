"""Forms: the choices of a reader of the standings, and an admin's settings of a season."""

from typing import Any

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from clubscore.languages.spoken import told
from clubscore.ledger.models import Season
from clubscore.standings.least_field import LeastField
from clubscore.standings.models import DEFAULT_LEAST, Terms
from clubscore.standings.ranking.ranks import Least, Order
from clubscore.web.days import DayField
from scoring import SYSTEMS

RESERVED = {"seasons", "worked-out"}  # addresses beside those of the seasons
PAIRS = "pairs"


class TermsForm(forms.Form):
    by = forms.ChoiceField(
        label=_("Ranked by"), choices=Order.choices, initial=Order.NET
    )
    least = LeastField(
        label=_("Rubbers it takes to be ranked"),
        required=False,
        max_length=6,
        initial=DEFAULT_LEAST,
        help_text=_(
            "A number, such as 10, or a share of what the busiest member has played, such as 25%."
        ),
    )
    best = forms.IntegerField(
        label=_("Only the best so many rubbers of each count"),
        required=False,
        min_value=1,
        max_value=9999,
        help_text=_("Leave empty: all of them count."),
    )
    guests = forms.BooleanField(
        label=_("Guests are ranked with the members"), required=False
    )

    def clean_by(self) -> Order:
        return Order(self.cleaned_data["by"])


class SeasonForm(TermsForm):
    name = forms.CharField(
        label=_("Name"),
        max_length=60,
        help_text=_("As it stands over the standings: Winter 2026."),
    )
    begins_on = DayField(
        label=_("First day"),
        help_text=_("It lasts until the day before the next season begins."),
    )
    field_order = ("name", "begins_on", "by", "least", "best", "guests")

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        data["slug"] = slugify(data.get("name", ""))
        is_address = data["slug"] and data["slug"] not in RESERVED
        if "name" in data and not is_address:
            self.add_error(
                "name",
                _(
                    "This name cannot be an address: use letters or figures, and another word."
                ),
            )
        same_slug = Season.objects.filter(slug=data["slug"])
        same_name = Season.objects.filter(name=data.get("name"))
        if same_slug.exists() or same_name.exists():
            self.add_error(
                "name", _("Another season has this name: choose another name.")
            )
        first_day = data.get("begins_on")
        if first_day and Season.objects.filter(begins_on=first_day).exists():
            self.add_error(
                "begins_on", _("Another season begins on this day: choose another day.")
            )
        return data


class View(forms.Form):
    """A form with the reader's choices, which are parameters of the address.

    The season's own terms replace a missing or senseless choice.
    """

    game = forms.ChoiceField(required=False)
    by = forms.ChoiceField(
        required=False, choices=[*Order.choices, (PAIRS, _("Pairs"))]
    )
    least = LeastField(required=False, max_length=6)
    best = forms.IntegerField(required=False, min_value=1, max_value=9999)
    guests = forms.ChoiceField(required=False, choices=[("in", "in"), ("out", "out")])
    page = forms.IntegerField(required=False, min_value=1)

    def __init__(self, params: Any, *, terms: Terms, games: list[str]) -> None:
        super().__init__(params)
        self.terms = terms
        self.games = games
        self["game"].field.choices = [  # type: ignore[attr-defined]
            (game, told(SYSTEMS[game].title)) for game in games
        ]
        self.full_clean()

    def _chosen(self, name: str) -> Any:
        """The reader's choice for a field; None if the address has no choice for it, or a senseless choice."""
        if not self.data.get(name):
            return None
        return self.cleaned_data.get(name)

    @property
    def the_game(self) -> str:
        games = self.games or list(SYSTEMS)
        return self._chosen("game") or games[0]

    @property
    def is_pairs(self) -> bool:
        return self._chosen("by") == PAIRS

    @property
    def order(self) -> Order:
        if self.is_pairs:
            return Order(self.terms.by)
        return Order(self._chosen("by") or self.terms.by)

    @property
    def the_least(self) -> Least:
        return self._chosen("least") or Least.parse(self.terms.least)

    @property
    def the_best(self) -> int | None:
        """The number of each member's best rubbers that count; None if all rubbers count."""
        if "best" in self.data:
            return self._chosen("best")
        return self.terms.best

    @property
    def with_guests(self) -> bool:
        chosen = self._chosen("guests")
        if chosen:
            return chosen == "in"
        return self.terms.guests

    @property
    def is_as_published(self) -> bool:
        """True if the reader's choices are equal to the season's own terms."""
        by_terms = (
            Order(self.terms.by),
            Least.parse(self.terms.least),
            self.terms.best,
            self.terms.guests,
        )
        return by_terms == (self.order, self.the_least, self.the_best, self.with_guests)
