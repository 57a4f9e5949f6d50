"""Forms: the terms of a season's standings of duplicate, and a reader's choices."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.standings.least_field import LeastField
from clubscore.standings.models import DEFAULT_LEAST, DuplicateTerms
from clubscore.standings.ranking.percentages import Counting, PercentOrder
from clubscore.standings.ranking.ranks import Least

# Where a reader asks for an order and the season's terms have no numbers for it.
BEST, LAST = (
    10,
    20,
)
MOST = 9999


class DuplicateTermsForm(forms.Form):
    by = forms.ChoiceField(
        label=gettext_lazy("Ranked by"),
        choices=PercentOrder.choices,
        initial=PercentOrder.MEAN,
    )
    best = forms.IntegerField(
        label=gettext_lazy("How many of each one’s sessions count"),
        required=False,
        min_value=1,
        max_value=MOST,
        help_text=gettext_lazy(
            "The best so many: for the best sessions and the ladder. Otherwise leave it empty."
        ),
    )
    last = forms.IntegerField(
        label=gettext_lazy("Of the last so many that they played"),
        required=False,
        min_value=1,
        max_value=MOST,
        help_text=gettext_lazy("For the ladder. Otherwise leave it empty."),
    )
    least = LeastField(
        label=gettext_lazy("Sessions it takes to be ranked"),
        required=False,
        max_length=6,
        initial=DEFAULT_LEAST,
        help_text=gettext_lazy(
            "A number, such as 10, or a share of what the busiest member has played, such as 25%."
        ),
    )
    guests = forms.BooleanField(
        label=gettext_lazy("Guests are ranked with the members"), required=False
    )

    def clean_by(self) -> PercentOrder:
        return PercentOrder(self.cleaned_data["by"])

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if (by := data.get("by")) is None or self.errors:
            return data
        if not by.counts_best:
            data["best"] = None
        if not by.counts_last:
            data["last"] = None
        best = data["best"]
        last = data["last"]
        if by.counts_best and not best:
            self.add_error("best", _("Say how many sessions count, such as 10."))
        if by.counts_last and not last:
            self.add_error(
                "last", _("Say of how many sessions the best count, such as 20.")
            )
        if best and last and last < best:
            message = _(
                "The best %(best)s cannot count of the last %(last)s: give at least %(best)s."
            )
            self.add_error("last", message % {"best": best, "last": last})
        return data


class PercentView(forms.Form):
    """A form with the reader's choices for the table of percentages, read from the parameters of the address.

    The choices are the sessions that count, the least number of sessions for a rank, and whether the table has guests.
    If a choice is missing or not valid, the season's own terms replace it.
    """

    by = forms.ChoiceField(required=False, choices=PercentOrder.choices)
    best = forms.IntegerField(required=False, min_value=1, max_value=MOST)
    last = forms.IntegerField(required=False, min_value=1, max_value=MOST)
    least = LeastField(required=False, max_length=6)
    guests = forms.ChoiceField(required=False, choices=[("in", "in"), ("out", "out")])

    def __init__(self, params: Any, *, terms: DuplicateTerms) -> None:
        super().__init__(params)
        self.terms = terms
        self.full_clean()

    def _chosen(self, name: str) -> Any:
        """The reader's choice for a field; None if the address has no choice for it, or a senseless choice."""
        if not self.data.get(name):
            return None
        return self.cleaned_data.get(name)

    @property
    def counting(self) -> Counting:
        """The rule that says which sessions of each member count, by the reader's choices.

        The season's terms replace missing choices. If a reader asks for the best 10 of the last 5 sessions, the best 10
        of the last 10 count.
        """
        by = PercentOrder(self._chosen("by") or self.terms.by)
        best: int | None = None
        last: int | None = None
        if by.counts_best:
            best = self._chosen("best") or self.terms.best or BEST
        if by.counts_last:
            last = self._chosen("last") or self.terms.last or LAST
            last = max(last, best or 0)
        return Counting(by, best, last)

    @property
    def the_least(self) -> Least:
        return self._chosen("least") or Least.parse(self.terms.least)

    @property
    def with_guests(self) -> bool:
        chosen = self._chosen("guests")
        if chosen:
            return chosen == "in"
        return self.terms.guests

    @property
    def is_by_terms(self) -> bool:
        """True if the choices are the season's own terms."""
        terms = (self.terms.counting, Least.parse(self.terms.least), self.terms.guests)
        return terms == (self.counting, self.the_least, self.with_guests)
