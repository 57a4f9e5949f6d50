"""The entry of a deal of royal auction: the honours of all four hands, hands void of trumps, revokes."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.text import format_lazy
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clubscore.contracts import bidding_box
from clubscore.contracts.deal_form import DealForm, PartialDeal
from clubscore.languages.spoken import told, told_lazily
from scoring import Deal, Seat, Side, Strain
from scoring.deals import ACES, TRUMP_HONOURS
from scoring.words import NUMBERS

COUNTS = [("", "0"), *((str(count), str(count)) for count in range(1, TRUMP_HONOURS + 1))]
TIMES = [
    ("", pgettext_lazy("times revoked", "no")),
    ("1", pgettext_lazy("times revoked", "once")),
    ("2", pgettext_lazy("times revoked", "twice")),
    ("3", pgettext_lazy("times revoked", "three times")),
]
# Ends the sentence "For the adversaries’ revoke declarer takes".
TAKEN = [
    ("", _("the points")),
    ("3", _("three tricks")),
    ("2", _("two tricks, all they had")),
    ("1", _("one trick, all they had")),
]


def _holding() -> forms.ChoiceField:
    return forms.ChoiceField(required=False, choices=COUNTS, widget=forms.RadioSelect)


def _void(seat: Seat) -> forms.BooleanField:
    label = format_lazy(_("{seat} was void of trumps"), seat=told_lazily(seat.word))
    return forms.BooleanField(required=False, widget=forms.CheckboxInput(attrs={"aria-label": label}))


def _select(choices: list[tuple[str, Any]]) -> forms.ChoiceField:
    return forms.ChoiceField(required=False, choices=choices, widget=forms.Select(attrs={"class": "written"}))


class RoyalForm(DealForm):
    """One deal of royal auction. All four hands enter their honours, which add up: five of trumps, or four aces."""

    royals = True
    extras = "rubbers/_chicane.html"
    example = _("2rn= h3n h2e")
    field_of = {"transferred": "taken", "honours": "honours_n", "voids": "void_n"}

    honours_n, honours_e, honours_s, honours_w = (_holding() for _ in Seat)
    void_n, void_e, void_s, void_w = (_void(seat) for seat in Seat)
    revokes_ns, revokes_ew = (_select(TIMES) for _ in Side)
    taken = _select(TAKEN)

    def strains(self) -> tuple[Strain, ...]:
        return bidding_box.STRAINS if self.rules.get("spades") == "royals" else bidding_box.ROYAL_STRAINS

    @property
    def pass_keys(self) -> list[bidding_box.Key]:
        return [bidding_box.passed_out()] if self.rules.get("passed_out") == "allowed" else []

    @property
    def chicane_counts(self) -> bool:
        return self.rules.get("chicane") != "off"

    @property
    def holdings(self) -> Sequence[tuple[Seat, BoundField]]:
        """The counter of each hand."""
        return [(seat, self[f"honours_{seat.lower()}"]) for seat in Seat]

    @property
    def voids(self) -> Sequence[tuple[Seat, BoundField]]:
        return [(seat, self[f"void_{seat.lower()}"]) for seat in Seat]

    @property
    def has_rare_facts(self) -> bool:
        """Whether any of the folded fields for chicane, revokes and the note has a value."""
        names = [name for name in self.fields if name.startswith(("void_", "revokes_"))]
        return any(self[name].value() for name in [*names, "taken", "note"])

    def wanting(self, facts: PartialDeal) -> list[tuple[str | None, str, str]]:
        wanting = super().wanting(facts)
        of = self._in_pack(facts)
        placed = self._placed()
        if facts.is_passed_out or placed >= of:
            return wanting
        is_aces = of == ACES
        if placed:
            what = (
                gettext("the aces (%(placed)s of %(all)s so far)")
                if is_aces
                else gettext("the honours (%(placed)s of %(all)s so far)")
            )
        else:
            what = pgettext("tap", "the aces") if is_aces else pgettext("tap", "the honours")
        question = (
            gettext("Tap how many aces each hand held: they add up to %(number)s.")
            if is_aces
            else gettext("Tap how many honours each hand held: they add up to %(number)s.")
        )
        return [*wanting, (None, what % {"placed": placed, "all": of}, question % {"number": told(NUMBERS[of])})]

    def details(self) -> dict[str, Any]:
        chosen = self.cleaned_data
        held = {seat: int(chosen.get(f"honours_{seat.lower()}") or 0) for seat in Seat}
        revokes = {side: int(chosen.get(f"revokes_{side.lower()}") or 0) for side in Side}
        taken, declarer = chosen.get("taken"), chosen.get("declarer")
        return {
            "honours": tuple((seat, count) for seat, count in held.items() if count),
            "transferred": ((Seat(declarer).side, int(taken)),) if taken and declarer else (),
            "voids": tuple(seat for seat in Seat if chosen.get(f"void_{seat.lower()}")),
            "revokes": tuple(side for side, times in revokes.items() for _ in range(times)),
        }

    @classmethod
    def taps(cls, facts: Deal) -> dict[str, Any] | None:
        revokes = {f"revokes_{side.lower()}": facts.revokes.count(side) or "" for side in Side}
        return (
            {f"honours_{seat.lower()}": str(held) for seat, held in facts.honours}
            | {f"void_{seat.lower()}": "on" for seat in facts.voids}
            | {name: str(times) for name, times in revokes.items()}
            | {"taken": "".join(str(tricks) for _, tricks in facts.transferred)}
        )

    def _placed(self) -> int:
        return sum(count for _, count in self.details()["honours"])

    def _in_pack(self, facts: PartialDeal) -> int:
        return ACES if facts.contract and facts.contract.strain is Strain.NOTRUMP else TRUMP_HONOURS
