"""The form for a deal: taps on the bidding box, or one typed line, become the facts that `scoring` knows."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from django import forms
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clubscore.contracts import bidding_box
from clubscore.contracts.letters import LanguageOfLine, deal_typed, line_of
from clubscore.languages.spoken import refusal_told, told_lazily
from scoring import Contract, Deal, InvalidDeal, Risk, Seat, Side, Strain

MISSING = "missing"  # the code of an error that only says what is still to be tapped
UNREAD = "unread"  # the code of an error in the typed line, which may just not be typed to its end
QUESTIONS = {
    "contract": _("Tap the contract, or Passed out."),
    "declarer": _("Tap the declarer."),
    "result": _("Tap the result."),
}
FIELD_NAMES = {
    "contract": pgettext_lazy("tap", "the contract"),
    "declarer": pgettext_lazy("tap", "the declarer"),
    "result": pgettext_lazy("tap", "the result"),
}
NO_KEY = _("There is no key %(key)s in this game: tap one of the keys.")
NO_RULES: Mapping[str, object] = MappingProxyType({})
BOTH = _(
    "You typed a line and tapped something else. Clear one of them, so that it is plain which counts."
)
RESULTS = [
    bidding_box.posted(relative) for relative in (*bidding_box.USUAL, *bidding_box.RARE)
]
NOT_TAPPED: tuple[object, ...] = (None, "", ())
HIDDEN = {"number", "revision", "key"}
"""The fields that the page does not show.

If one of them is invalid, the answer to the POST says in words what is wrong.
"""
NOT_FACTS = HIDDEN | {"line"}
"""The fields that are no facts of the deal: an error in one of them does not keep the taps from making a deal."""

HALF_TRANSFERRED = _("Say both how many tricks were transferred and to which side.")
# The holdings that score: four or five honours in one hand, at no-trump the four aces (Law 72).
HONOURS = ("", *(f"{count}{seat}" for count in (4, 5) for seat in Seat))
SIDES = [("", ""), *((str(side), told_lazily(side.word)) for side in Side)]


@dataclass(frozen=True)
class PartialDeal:
    """The facts of a deal that are entered so far; a fact is None if it is not entered yet."""

    contract: Contract | None = None
    declarer: Seat | None = None
    result: int | None = None
    """The number of tricks over (plus) or under (minus) the contract."""
    is_passed_out: bool = False

    @property
    def missing(self) -> tuple[str, ...]:
        """The fields still to be tapped, in the order of the form."""
        if self.is_passed_out:
            return ()
        return tuple(name for name in QUESTIONS if getattr(self, name) is None)


class DealForm(forms.Form):
    """The form for one deal of any game. After validation, `cleaned_data["deal"]` is a `scoring.Deal`.

    Every field is optional to Django, so that a half-tapped form can name what is missing. The contract "P" stands for
    a deal that everyone passed. With it, other tapped keys do not count, because a tapped radio button cannot be
    cleared. The form of a game adds fields for the details of the game, and overrides the methods that read them.
    """

    royals = False
    extras: str  # the template of what is folded away
    example = _("4sn=")  # a typed line
    # Where scoring's name of a fact is not the form's.
    field_of: Mapping[str, str] = MappingProxyType({})

    contract = forms.CharField(required=False)  # a key of the keyboard
    risk = forms.ChoiceField(
        required=False, choices=[(risk.value, risk.value) for risk in Risk]
    )
    declarer = forms.ChoiceField(
        required=False, choices=[(str(seat), told_lazily(seat.word)) for seat in Seat]
    )
    result = forms.ChoiceField(
        required=False, choices=list(zip(RESULTS, RESULTS, strict=True))
    )
    note = forms.CharField(required=False, max_length=200)
    # The facts, and a note of full length.
    line = forms.CharField(required=False, max_length=400)
    language = LanguageOfLine()
    number = forms.IntegerField(min_value=1)  # of the deal that the form is for
    revision = forms.IntegerField(min_value=0)
    key = forms.UUIDField()

    def __init__(
        self,
        data: Any = None,
        *,
        initial: Any = None,
        rules: Mapping[str, object] = NO_RULES,
    ) -> None:
        """Make a form from the posted `data`. Without data, the entry `initial` is taken as if it had been posted.

        `initial` is form data, such as the line of an undone deal. `rules` are the house rules of the rubber; only
        rules that change the keys matter here.
        """
        # Django copies the fields for each form, which takes a twentieth of the time of a recorded deal. Nobody changes
        # the fields of a deal, so Django gets no fields to copy, and all forms of a game share their fields.
        vars(self)["base_fields"] = {}
        if data is None and initial:
            data = {"language": get_language()} | initial
        super().__init__(data)
        del vars(self)["base_fields"]
        self.fields = self.base_fields
        # Django sets it only when there is something to clean.
        self.cleaned_data: dict[str, Any] = {}
        self.rules = rules

    def strains(self) -> tuple[Strain, ...]:
        """The strains of this game, lowest first: the columns of the bidding box."""
        return bidding_box.STRAINS

    @property
    def pass_keys(self) -> list[bidding_box.BoxKey]:
        """The key for a deal that everyone passed, in a list; the list is empty if the game has no such key."""
        return [bidding_box.passed_out()]

    def details(self) -> dict[str, Any]:
        """The entered facts other than contract, declarer and result, as keyword arguments of `scoring.Deal`.

        Here they are empty: the form of a game with such facts overrides the method.
        """
        return {}

    @classmethod
    def taps(cls, facts: Deal) -> dict[str, Any] | None:
        """The form data for the details of a deal, by field; None if the deal cannot be entered by taps.

        Contract, risk, declarer and result are left out: `entry_of` adds them.
        """
        return {}

    @classmethod
    def entry_of(cls, facts: Deal) -> dict[str, Any]:
        """The form data with which this form would make the deal `facts`.

        They are the values of tapped keys, or the typed line if the deal cannot be entered by taps.
        """
        if facts.contract is None:
            return {"contract": bidding_box.PASSED_OUT, "note": facts.note}
        taps = cls.taps(facts)
        if taps is None:
            return {"line": line_of(facts)}
        return taps | {
            "contract": f"{facts.contract.level}{facts.contract.strain}",
            "risk": str(facts.contract.risk),
            "declarer": str(facts.declarer),
            "result": bidding_box.posted(facts.margin),
            "note": facts.note,
        }

    def wanting(self, facts: PartialDeal) -> list[tuple[str | None, str, str]]:
        """The facts that are still to be tapped, each as a tuple (field, name, request).

        The field is None if a fact has no field of its own. The request is a sentence such as `Tap the declarer.`
        """
        return [
            (name, str(FIELD_NAMES[name]), str(QUESTIONS[name]))
            for name in facts.missing
        ]

    def check_details(self) -> None:
        """Add an error to the form for details that contradict each other.

        Here nothing is checked: the form of a game with details overrides the method.
        """

    @property
    def keyboard(self) -> bidding_box.Keyboard:
        """The keys that this game and its house rules offer."""
        return bidding_box.Keyboard(
            bidding_box.bids(self.strains()), tuple(self.pass_keys)
        )

    @property
    def tapped(self) -> bidding_box.Tapped:
        """The values of the tapped keys. "Undoubled" counts as tapped until another risk is tapped.

        A posted value that belongs to no key is left out: the page caches the drawn keys by these values, and a posted
        value may have any length.
        """
        posted: dict[str, Collection[str]] = {"contract": self.keyboard.values}
        for name in ("risk", "declarer", "result"):
            posted[name] = dict(self.fields[name].choices)  # type: ignore[attr-defined]
        known = {}
        for name, values in posted.items():
            value = self[name].value()
            if value in values:
                known[name] = value
        return bidding_box.Tapped(**known)

    def without(self, *names: str) -> "DealForm":
        """A new form with the data of this form, but without the data of the fields `names`."""
        kept = {name: value for name, value in self.data.items() if name not in names}
        return type(self)(kept, rules=self.rules)

    @property
    def expired_fields(self) -> set[str]:
        """The names of the hidden fields that are invalid, for example because the page is out of date."""
        return HIDDEN & self.errors.keys()

    def clean_contract(self) -> str:
        """The value of the tapped contract key; empty if none is tapped.

        Raises ValidationError for a value that belongs to no key of the game.
        """
        posted: str = self.cleaned_data["contract"]
        if posted and posted not in self.keyboard.values:
            raise forms.ValidationError(NO_KEY % {"key": posted})
        return posted

    def clean(self) -> dict[str, Any]:
        """The cleaned data, with the deal that was entered as `deal`.

        The deal is made from the typed line, or from the taps if there is no line. If they make no deal, `deal` is
        missing and the form has errors.
        """
        typed = self.cleaned_data.get("line")
        deal = self._typed_deal(typed) if typed else self._tapped_deal()
        if deal is not None:
            self.cleaned_data["deal"] = deal
        return self.cleaned_data

    def partial(self) -> PartialDeal:
        """The facts entered so far: from the typed line if there is one, else from the taps.

        All facts are None if the line makes no deal.
        """
        if not self.is_bound:
            return PartialDeal()
        self.full_clean()
        if deal := self.cleaned_data.get("deal"):
            return _facts(deal)
        if self.cleaned_data.get("line"):
            return PartialDeal()
        return self._taps()

    def _taps(self) -> PartialDeal:
        """The facts tapped so far."""
        entry = self.cleaned_data
        bid, declarer, result = (entry.get(name) for name in QUESTIONS)
        if bid == bidding_box.PASSED_OUT:
            return PartialDeal(is_passed_out=True)
        contract = None
        if bid:
            risk = Risk(entry.get("risk", ""))
            contract = Contract(int(bid[0]), Strain(bid[1:]), risk)
        seat = Seat(declarer) if declarer else None
        relative = int(result) if result else None
        return PartialDeal(contract=contract, declarer=seat, result=relative)

    def _typed_deal(self, typed: str) -> Deal | None:
        """The deal of the typed line.

        If the line is no deal, or if the taps contradict the line, the form gets an error, and the answer is None.
        """
        language = self.cleaned_data.get("language")
        deal = self._built(
            lambda: deal_typed(typed, language, royals=self.royals), field="line"
        )
        if deal is None:
            return None
        if self._disagrees(deal):
            self.add_error("line", BOTH)
            return None
        note = deal.note or self.cleaned_data.get("note", "")
        return self._built(lambda: replace(deal, note=note))

    def _disagrees(self, deal: Deal) -> bool:
        """True if a tapped fact differs from the same fact in `deal`, the deal of the typed line."""
        entry = self.cleaned_data
        taps = self._taps()
        line = _facts(deal)
        risk = deal.contract.risk if deal.contract else ""
        pairs = [
            (taps.is_passed_out or None, line.is_passed_out),
            (taps.contract, line.contract),
            (entry.get("risk"), risk),
            (taps.declarer, line.declarer),
            (taps.result, line.result),
            (entry.get("note"), deal.note or entry.get("note")),
        ]
        for name, tapped in self.details().items():
            pairs.append((tapped, getattr(deal, name)))
        return any(
            tapped not in NOT_TAPPED and tapped != typed for tapped, typed in pairs
        )

    def _tapped_deal(self) -> Deal | None:
        """The deal of the taps.

        While facts are missing or contradict each other, the form gets errors, and the answer is None.
        """
        facts = self._taps()
        for field, _name, question in self.wanting(facts):
            if field not in self.errors:
                self.add_error(field, forms.ValidationError(question, code=MISSING))
        self.check_details()
        if self.errors.keys() - NOT_FACTS:
            return None
        return self._built(lambda: self._deal(facts))

    def _deal(self, facts: PartialDeal) -> Deal:
        """The deal of the tapped `facts`, with the details and the note of the form. Raises InvalidDeal."""
        tricks = None
        if facts.contract and facts.result is not None:
            tricks = facts.contract.tricks_needed + facts.result
        note = self.cleaned_data["note"]
        return Deal(facts.contract, facts.declarer, tricks, **self.details(), note=note)

    def _built(
        self, build: Callable[[], Deal], *, field: str | None = None
    ) -> Deal | None:
        """The deal that `build` returns; None if `scoring` refuses the deal.

        The refusal becomes an error of `field`, or of the field that the refusal names.
        """
        try:
            return build()
        except InvalidDeal as refusal:
            code = UNREAD if field else "invalid"
            error = forms.ValidationError(refusal_told(refusal), code=code)
            name = field or self.field_of.get(refusal.field, refusal.field)
            known_name = name if name in self.fields else None
            self.add_error(known_name, error)
            return None


class ContractForm(DealForm):
    """The form for one deal of a game in which honours in one hand score and tricks may be transferred."""

    extras = "contracts/_honours.html"
    field_of = {"transferred": "transferred_tricks"}

    honours = forms.ChoiceField(
        required=False, choices=[(held, held) for held in HONOURS]
    )
    transferred_side = forms.ChoiceField(required=False, choices=SIDES)
    transferred_tricks = forms.IntegerField(required=False, min_value=1, max_value=13)

    @property
    def honours_score(self) -> bool:
        """True if the house rules score honours."""
        return self.rules.get("honours") != "off"

    @property
    def pass_keys(self) -> list[bidding_box.BoxKey]:
        if self.rules.get("passed_out") == "redeal":
            return [bidding_box.redeal()]
        return [bidding_box.passed_out()]

    def details(self) -> dict[str, Any]:
        held = self.cleaned_data.get("honours")
        side, tricks = self._transfer()
        details: dict[str, Any] = {"honours": (), "transferred": ()}
        if held:
            details["honours"] = ((Seat(held[1:]), int(held[0])),)
        if side and tricks:
            details["transferred"] = ((Side(side), tricks),)
        return details

    @classmethod
    def taps(cls, facts: Deal) -> dict[str, Any] | None:
        honours = [f"{held}{seat}" for seat, held in facts.honours]
        is_one_holding = len(honours) <= 1 and set(HONOURS).issuperset(honours)
        if not is_one_holding or len(facts.transferred) > 1:
            return None
        side, tricks = facts.transferred[0] if facts.transferred else ("", "")
        return {
            "honours": "".join(honours),
            "transferred_side": str(side),
            "transferred_tricks": tricks,
        }

    def check_details(self) -> None:
        side, tricks = self._transfer()
        if bool(side) != bool(tricks) and "transferred_tricks" not in self.errors:
            self.add_error("transferred_tricks", HALF_TRANSFERRED)

    def _transfer(self) -> tuple[str | None, int | None]:
        """The side that got transferred tricks, and their number. Each is empty or None if it is not entered."""
        entry = self.cleaned_data
        return entry.get("transferred_side"), entry.get("transferred_tricks")


def _facts(deal: Deal) -> PartialDeal:
    """A deal as a PartialDeal with all facts: contract, declarer and result, or that it was passed out."""
    if deal.contract is None:
        return PartialDeal(is_passed_out=True)
    return PartialDeal(deal.contract, deal.declarer, deal.margin)
