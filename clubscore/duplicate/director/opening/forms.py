"""Forms for opening a session: first the number of tables and boards, then the choice of a plan."""

import re
from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Any
from uuid import uuid4

from django import forms
from django.utils import dateformat, timezone
from django.utils.translation import gettext_lazy as _

from clubscore.duplicate.director.opening.draws import (
    FIRST_ROUND,
    LOT,
    DrawBasis,
    first_movement,
)
from clubscore.duplicate.director.opening.offers import FORMS, PlanOffer
from clubscore.duplicate.director.opening.services import Opening
from clubscore.duplicate.models import Session
from clubscore.duplicate.models.session import LAWS
from clubscore.duplicate.results.practices.queries import ClubPractice
from clubscore.duplicate.results.practices.words import practice_name
from clubscore.duplicate.results.terms.queries import Periods
from clubscore.languages.spoken import told
from scoring.contest.practices import PRACTICES, by_conventions
from scoring.contest.rules import ContestRules
from scoring.movements.plan import Movement
from scoring.movements.proposals import MINUTES_A_BOARD, MINUTES_A_CHANGE

VICTORY_POINTS = {
    "vp": (_("victory points of each match"), {"scoring": "team-imps"}),
    "matchpoints-vp": (_("matchpoints, in victory points"), {"scoring": "matchpoints"}),
    "cross-imps-vp": (
        _("IMPs against all others, in victory points"),
        {"scoring": "cross-imps", "cross_imps": "match"},
    ),
    "butler-vp": (_("IMPs against the mean, in victory points"), {"scoring": "butler"}),
}
"""For each way of scoring that turns matches into victory points: its label, and the values of ContestRules."""
SCORINGS = {
    "pairs": ("matchpoints", "cross-imps", "butler", "aggregate"),
    "individual": ("matchpoints", "cross-imps", "butler", "aggregate"),
    "teams": ("vp", "team-imps", "bam"),
    "swiss_pairs": ("matchpoints-vp", "cross-imps-vp", "butler-vp"),
    "swiss_teams": ("vp",),
}
"""For each form of play: the ways of scoring that it allows, the usual way first."""
_NAMES = {
    "pairs": _("%(weekday)s pairs"),
    "individual": _("%(weekday)s individual"),
    "teams": _("%(weekday)s teams"),
    "swiss_pairs": _("%(weekday)s Swiss pairs"),
    "swiss_teams": _("%(weekday)s Swiss teams"),
}
"""The suggested name of a session, by its form of play."""
MOST_SECTIONS = 4
_TABLES = re.compile(r"(?P<whole>\d{1,2})?\s*(?P<half>½|[.,]5|1/2)?")


class TablesField(forms.CharField):
    """A field for a number of tables as people write it: `9½`, `9.5` or `9 1/2`.

    The value of the field is the number of pairs, which is twice the number of tables: 19 for `9½`.
    """

    def clean(self, value: Any) -> int:
        text = super().clean(value).strip()
        match = _TABLES.fullmatch(text)
        if not match or not (match["whole"] or match["half"]):
            raise forms.ValidationError(
                _("Write the tables as a number: 9, or 9½ with one pair too many.")
            )
        pairs = 2 * int(match["whole"] or 0)
        if match["half"]:
            pairs += 1
        return pairs


class EveningForm(forms.Form):
    """The part of a form that asks when play begins, and for the minutes a board."""

    begins = forms.TimeField(
        label=_("Play begins"),
        required=False,
        input_formats=["%H:%M", "%H.%M", "%H"],
        widget=forms.TimeInput({"type": "time"}, format="%H:%M"),
    )
    minutes = forms.IntegerField(
        label=_("Minutes a board"), min_value=3, max_value=20, initial=MINUTES_A_BOARD
    )

    def start(self, day: date) -> datetime | None:
        """The typed time on that day; None if no time was typed."""
        begins: time | None = self.cleaned_data.get("begins")
        return timezone.make_aware(datetime.combine(day, begins)) if begins else None


class FieldForm(EveningForm):
    """The first form of an opening: it asks for form of play, tables, boards, start, minutes a board, and sections."""

    form = forms.ChoiceField(
        label=_("Who plays"), choices=FORMS.items(), initial="pairs", required=False
    )
    tables = TablesField(
        label=_("Tables"),
        max_length=8,
        help_text=_("9½ is nineteen pairs."),
        widget=forms.TextInput({"inputmode": "text"}),
    )
    boards = forms.IntegerField(
        label=_("Boards"),
        min_value=2,
        max_value=99,
        initial=27,
        help_text=_("For everybody."),
    )
    sections = forms.TypedChoiceField(
        label=_("Sections"),
        coerce=int,
        choices=[(number, number) for number in range(1, MOST_SECTIONS + 1)],
        initial=1,
    )

    field_order = ("form", "tables", "boards", "begins", "minutes", "sections")

    def clean_form(self) -> str:
        """The chosen form of play; `pairs` if none was chosen."""
        return self.cleaned_data["form"] or "pairs"


class PlanForm(forms.Form):
    """The second form of an opening: it asks for the plan, the session's name, its scoring and its other rules."""

    name = forms.CharField(label=_("Name of the session"), max_length=80)
    scoring = forms.ChoiceField(label=_("Scored by"))
    practice = forms.ChoiceField(label=_("Practice"), required=False)
    leads = forms.ChoiceField(
        label=_("Lead card"),
        choices=Session.Leads.choices,
        initial=Session.Leads.OFF,
    )
    law = forms.ChoiceField(label=_("Laws of the game"), choices=LAWS, initial="2017")
    first_round = forms.ChoiceField(
        label=_("Draw of the first round"), choices=FIRST_ROUND, initial=LOT
    )
    plan = forms.ChoiceField(
        widget=forms.RadioSelect, error_messages={"required": _("Choose a plan.")}
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(
        self,
        data: Any = None,
        *,
        offers: Sequence[PlanOffer],
        day: date,
        practice: ClubPractice,
    ) -> None:
        form, plan = "pairs", ""
        if offers:
            form, plan = offers[0].form, offers[0].key
        name = _NAMES[form] % {"weekday": dateformat.format(day, "l")}
        initial = {"name": name, "plan": plan, "key": uuid4()}
        super().__init__(data, initial=initial | {"practice": practice.name})
        of_matches = {key: words for key, (words, _rules) in VICTORY_POINTS.items()}
        of_boards = ContestRules.labels()["scoring"].values
        labels = {key: told(words) for key, words in of_boards.items()} | of_matches
        self.fields["scoring"].choices = [  # type: ignore[attr-defined]
            (scoring, labels[scoring]) for scoring in SCORINGS[form]
        ]
        self._practices = {
            **PRACTICES,
            practice.name: practice.conventions,
        }
        self._usual = practice.name
        self.fields["practice"].choices = [  # type: ignore[attr-defined]
            (name, practice_name(name)) for name in self._practices
        ]
        self.fields["plan"].choices = [  # type: ignore[attr-defined]
            (offer.key, told(offer.first.name)) for offer in offers
        ]
        if not form.startswith("swiss"):
            del self.fields["first_round"]
        self._offers = {offer.key: offer for offer in offers}

    @property
    def choices(self) -> list[tuple[Any, PlanOffer]]:
        """The radio buttons of the field `plan`, each with the offer that it stands for."""
        return [(option, self._offers[option.data["value"]]) for option in self["plan"]]

    @property
    def offer(self) -> PlanOffer:
        return self._offers[self.cleaned_data["plan"]]

    def drawn(self, seed: int) -> DrawBasis | None:
        """The basis of the draw of the first round of a Swiss; None in other forms of play.

        `seed` is the seed of a draw by lot.
        """
        how = self.cleaned_data.get("first_round")
        if not how:
            return None
        return DrawBasis.first(how, self.offer.first.movement.entries, seed)

    def movements(self, drawn: DrawBasis | None) -> list[Movement]:
        """The movement of each section; a Swiss has one movement, of which only the first round is drawn.

        `drawn` is the basis of the draw of a Swiss; None in other forms of play.
        """
        if drawn is None:
            return self.offer.movements
        return [
            first_movement(drawn, self.offer.rounds, self.offer.first.movement.form)
        ]

    def opening(
        self,
        *,
        day: date,
        start: datetime | None,
        minutes_a_board: int,
        drawn: DrawBasis | None,
        periods: Periods,
    ) -> Opening:
        """The director's choices as an Opening, for the service that opens the session.

        `periods` are the correction periods: the usual ones, or those that an organiser chose.
        """
        chosen = self.cleaned_data
        draw = drawn.as_json() if drawn else None
        return Opening(
            name=chosen["name"],
            day=day,
            boards_a_round=self.offer.first.boards_a_round,
            minutes_a_board=minutes_a_board,
            minutes_a_change=MINUTES_A_CHANGE,
            starts_at=start,
            law=chosen["law"],
            leads=chosen["leads"],
            periods=periods,
            drawn=draw,
            rules=self._rules,
        )

    @property
    def _rules(self) -> ContestRules:
        """The rules for the way of scoring and the practice that were chosen in a valid form."""
        chosen = self.cleaned_data
        conventions = self._practices[chosen["practice"] or self._usual]
        rules = ContestRules.from_mapping(_rules_of(chosen["scoring"]))
        return by_conventions(rules, conventions)


def _rules_of(scoring: str) -> dict[str, str]:
    """The values of ContestRules for a way of scoring, a key of VICTORY_POINTS or a name in SCORINGS."""
    if scoring not in VICTORY_POINTS:
        return {"scoring": scoring}
    _words, rules = VICTORY_POINTS[scoring]
    return {**rules, "matches": "vp"}
