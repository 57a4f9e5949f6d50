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

_FROM_ONE = [str(count) for count in range(1, TRUMP_HONOURS + 1)]
COUNTS = [("", "0"), *zip(_FROM_ONE, _FROM_ONE, strict=True)]
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
    """A form field for the number of honours in one hand, as radio buttons."""
    return forms.ChoiceField(required=False, choices=COUNTS, widget=forms.RadioSelect)


def _void(seat: Seat) -> forms.BooleanField:
    """A form field, a box to tick if the hand in this seat was void of trumps."""
    label = format_lazy(_("{seat} was void of trumps"), seat=told_lazily(seat.word))
    widget = forms.CheckboxInput(attrs={"aria-label": label})
    return forms.BooleanField(required=False, widget=widget)


def _select(choices: list[tuple[str, Any]]) -> forms.ChoiceField:
    """A form field with a drop-down list of these choices, which the page shows in the middle of a sentence."""
    widget = forms.Select(attrs={"class": "written"})
    return forms.ChoiceField(required=False, choices=choices, widget=widget)


class RoyalForm(DealForm):
    """The form for one deal of royal auction.

    The honours of the four hands must add up to all that are in the pack: five of trumps, or four aces.
    """

    royals = True
    extras = "rubbers/_chicane.html"
    example = _("2rn= h3n h2e")
    field_of = {"transferred": "taken", "honours": "honours_n", "voids": "void_n"}

    honours_n, honours_e, honours_s, honours_w = (_holding() for _ in Seat)
    void_n, void_e, void_s, void_w = (_void(seat) for seat in Seat)
    revokes_ns, revokes_ew = (_select(TIMES) for _ in Side)
    taken = _select(TAKEN)

    def strains(self) -> tuple[Strain, ...]:
        if self.rules.get("spades") == "royals":
            return bidding_box.STRAINS
        return bidding_box.ROYAL_STRAINS

    @property
    def pass_keys(self) -> list[bidding_box.BoxKey]:
        if self.rules.get("passed_out") == "allowed":
            return [bidding_box.passed_out()]
        return []

    @property
    def chicane_counts(self) -> bool:
        """True if the house rules score chicane, a hand void of trumps."""
        return self.rules.get("chicane") != "off"

    @property
    def holdings(self) -> Sequence[tuple[Seat, BoundField]]:
        """Each seat with the form field for the number of its honours."""
        return [(seat, self[f"honours_{seat.lower()}"]) for seat in Seat]

    @property
    def voids(self) -> Sequence[tuple[Seat, BoundField]]:
        """Each seat with the form field that is ticked if the hand was void of trumps."""
        return [(seat, self[f"void_{seat.lower()}"]) for seat in Seat]

    @property
    def has_rare_facts(self) -> bool:
        """True if a field that the page folds away has a value: chicane, revokes, tricks for a revoke, or the note."""
        names = [name for name in self.fields if name.startswith(("void_", "revokes_"))]
        names += ["taken", "note"]
        return any(self[name].value() for name in names)

    def wanting(self, facts: PartialDeal) -> list[tuple[str | None, str, str]]:
        wanting = super().wanting(facts)
        in_pack = self._in_pack(facts)
        placed = self._placed()
        if facts.is_passed_out or placed >= in_pack:
            return wanting
        if in_pack == ACES:
            name, question = _wanted_aces(placed)
        else:
            name, question = _wanted_honours(placed)
        numbers = {"placed": placed, "all": in_pack, "number": told(NUMBERS[in_pack])}
        return [*wanting, (None, name % numbers, question % numbers)]

    def details(self) -> dict[str, Any]:
        entry = self.cleaned_data
        honours = []
        voids = []
        for seat in Seat:
            count = int(entry.get(f"honours_{seat.lower()}") or 0)
            if count:
                honours.append((seat, count))
            if entry.get(f"void_{seat.lower()}"):
                voids.append(seat)
        revokes: list[Side] = []
        for side in Side:
            times = int(entry.get(f"revokes_{side.lower()}") or 0)
            revokes += [side] * times
        return {
            "honours": tuple(honours),
            "transferred": self._transferred(),
            "voids": tuple(voids),
            "revokes": tuple(revokes),
        }

    def _transferred(self) -> tuple[tuple[Side, int], ...]:
        """The tricks that were transferred to declarer's side for a revoke; empty if the side took points instead."""
        taken = self.cleaned_data.get("taken")
        declarer = self.cleaned_data.get("declarer")
        if not taken or not declarer:
            return ()
        return ((Seat(declarer).side, int(taken)),)

    @classmethod
    def taps(cls, facts: Deal) -> dict[str, Any] | None:
        taps: dict[str, Any] = {}
        for seat, held in facts.honours:
            taps[f"honours_{seat.lower()}"] = str(held)
        for seat in facts.voids:
            taps[f"void_{seat.lower()}"] = "on"
        for side in Side:
            taps[f"revokes_{side.lower()}"] = str(facts.revokes.count(side) or "")
        taps["taken"] = "".join(str(tricks) for _side, tricks in facts.transferred)
        return taps

    def _placed(self) -> int:
        """The number of honours, or of aces, entered so far for all hands together."""
        return sum(count for _seat, count in self.details()["honours"])

    def _in_pack(self, facts: PartialDeal) -> int:
        """The number of honours in the pack: five of trumps, or four aces at no-trump."""
        if facts.contract and facts.contract.strain is Strain.NOTRUMP:
            return ACES
        return TRUMP_HONOURS


def _wanted_aces(placed: int) -> tuple[str, str]:
    """Two texts of the entry form for missing aces: the name of what is missing, and the request to enter it.

    `placed` is the number of aces that have been entered. Both texts have placeholders, such as `%(number)s`.
    """
    name = pgettext("tap", "the aces")
    if placed:
        name = gettext("the aces (%(placed)s of %(all)s so far)")
    return name, gettext("Tap how many aces each hand held: they add up to %(number)s.")


def _wanted_honours(placed: int) -> tuple[str, str]:
    """Two texts of the entry form for missing honours: the name of what is missing, and the request to enter it.

    `placed` is the number of honours that have been entered. Both texts have placeholders, such as `%(number)s`.
    """
    name = pgettext("tap", "the honours")
    if placed:
        name = gettext("the honours (%(placed)s of %(all)s so far)")
    question = gettext(
        "Tap how many honours each hand held: they add up to %(number)s."
    )
    return name, question
