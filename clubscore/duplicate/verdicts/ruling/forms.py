"""The form of a ruling: its kind, the fields that this kind needs, the law, and the reason."""

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.contracts.letters import LanguageOfLine, outcome_line_of, outcome_typed
from clubscore.duplicate.models import Claim, Ruling
from clubscore.duplicate.outcomes.desk import BoardDesk
from clubscore.duplicate.outcomes.rulings import SlotRuling, kind_of
from clubscore.duplicate.verdicts.correcting.forms import SURE
from clubscore.duplicate.verdicts.ruling.services import Given, versions
from clubscore.duplicate.verdicts.ruling.tricks import OfferedOutcome
from clubscore.languages.spoken import refusal_told
from scoring.duplicate.law12 import clause_of
from scoring.duplicate.law79 import Conviction
from scoring.duplicate.outcome_line import outcome_line
from scoring.duplicate.outcomes import Artificial, Average, NotPlayed, Outcome
from scoring.errors import InvalidOutcome

Kind = Ruling.Kind
KINDS = [
    (Kind.ARTIFICIAL, _("Artificial score")),
    (Kind.ASSIGNED, _("Assigned score")),
    (Kind.WEIGHTED, _("Weighted score")),
    (Kind.SPLIT, _("Split score")),
    (Kind.NOT_PLAYED, _("Not played")),
]
WITHDRAW = (Kind.STANDS, _("Withdraw the ruling"))
KIND_WORDS = {
    Kind.ARTIFICIAL: _("no result can be had: averages, or per cents"),
    Kind.ASSIGNED: _("one result in place of that at the table"),
    Kind.WEIGHTED: _("several results, each with its per cent"),
    Kind.SPLIT: _("each side has its own"),
    Kind.NOT_PLAYED: _("it counts for nobody"),
    Kind.STANDS: _("what was recorded counts again"),
}
EXAMPLES = {
    Kind.ASSIGNED: _("4SN= or +420"),
    Kind.WEIGHTED: _("60% 4SN=, 40% 4SN-1"),
    Kind.SPLIT: _("ns: 4SN-1, ew: 4SN="),
}
OTHER_KINDS = {
    Kind.ARTIFICIAL: _(
        "That is an artificial score: choose it above, or write it as %(example)s."
    ),
    Kind.ASSIGNED: _(
        "That is an assigned score: choose it above, or write it as %(example)s."
    ),
    Kind.WEIGHTED: _(
        "That is a weighted score: choose it above, or write it as %(example)s."
    ),
    Kind.SPLIT: _(
        "That is a split score: choose it above, or write it as %(example)s."
    ),
    Kind.NOT_PLAYED: _(
        "That is not a result: choose it above, or write it as %(example)s."
    ),
}
EXACTLY = "%"
RECORD = "record"
SIDES = [
    ("+", _("average plus: not at fault")),
    ("=", _("average: partly at fault")),
    ("-", _("average minus: at fault")),
    (EXACTLY, _("exactly so many per cent")),
]
_CLAUSE = re.compile(r"[1-9][0-9]?(?:[A-Z](?:[0-9]{1,2}[a-e]?)?)?")
_OF_LAW = re.compile(r"^law|[\s()]", re.IGNORECASE)
NO_CLAUSE = _("A law is its number and clause, such as 12C1c or 79B3.")


class ClauseField(forms.CharField):
    """A field for a clause of the laws. `Law 12 C1(c)` is cleaned to `12C1c`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=20, **options)

    def clean(self, value: Any) -> str:
        """The clause in its short spelling. Raises ValidationError for other text."""
        text = _OF_LAW.sub("", super().clean(value))
        clause = text[:3].upper() + text[3:].lower()
        if clause and not _CLAUSE.fullmatch(clause):
            raise forms.ValidationError(NO_CLAUSE)
        return clause


class RulingForm(forms.Form):
    """The form of a ruling on one slot.

    `offer` is an outcome with which the form begins. `shown` is the outcome whose effect the sender has seen, as a
    line, and `step` the button that the sender pressed.
    """

    kind = forms.ChoiceField(label=_("Ruling"), widget=forms.RadioSelect)
    ns = forms.ChoiceField(
        label=_("North–South"), choices=SIDES, required=False, initial="="
    )
    ns_percent = forms.IntegerField(
        label=_("Per cent for North–South"), required=False, min_value=0, max_value=100
    )
    ew = forms.ChoiceField(
        label=_("East–West"), choices=SIDES, required=False, initial="="
    )
    ew_percent = forms.IntegerField(
        label=_("Per cent for East–West"), required=False, min_value=0, max_value=100
    )
    line = forms.CharField(label=_("Result"), max_length=200, required=False)
    language = LanguageOfLine()
    law = ClauseField(
        label=_("Law"), required=False, widget=forms.TextInput({"list": "clauses"})
    )
    claim = forms.ChoiceField(
        label=_("It is about"),
        choices=[("", _("Something else than the number of tricks")), *Claim.choices],
        required=False,
    )
    conviction = forms.TypedChoiceField(
        label=_("How sure you are of these tricks"),
        choices=SURE,
        coerce=lambda value: Conviction(int(value)),
        initial="0",
        required=False,
    )
    text = forms.CharField(
        label=_("Why"), max_length=300, widget=forms.Textarea({"rows": 2})
    )
    seen_ruling = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    seen_play = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    shown = forms.CharField(required=False)
    step = forms.CharField(required=False)
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def __init__(
        self,
        data: Any = None,
        *,
        desk: BoardDesk,
        begins_with: SlotRuling | None = None,
        offer: OfferedOutcome | None = None,
    ) -> None:
        rulings = desk.whole.results.rulings
        self._desk = desk
        self.sides = [side.lower() for side in desk.at.sides_with_numbers]
        initial = _initial(begins_with) | _offered(offer) | _seen_versions(desk)
        super().__init__(data, initial=initial)
        fields: Any = self.fields
        kinds = KINDS
        if desk.slot in desk.whole.results:  # not played is for those who lost it
            kinds = [choice for choice in KINDS if choice[0] != Kind.NOT_PLAYED]
        fields["kind"].choices = kinds
        if desk.slot in rulings:
            fields["kind"].choices = [*kinds, WITHDRAW]

    @property
    def line_shown(self) -> str:
        """The outcome of a valid form as a line; `stands` if the form withdraws the ruling in force.

        The page with the effect of the outcome sends the line back in the field `shown`: so the form knows that the
        sender has seen the effect.
        """
        outcome: Outcome | None = self.cleaned_data["outcome"]
        return outcome_line(outcome) if outcome else str(Kind.STANDS)

    @property
    def is_confirmed(self) -> bool:
        """True if the sender pressed the button to record, and has seen the effect of the outcome in the form."""
        sent = self.cleaned_data
        return bool(sent["step"] == RECORD and sent["shown"] == self.line_shown)

    def given(self) -> Given:
        """The content of a valid form as a Given."""
        sent = self.cleaned_data
        return Given(
            outcome=sent["outcome"],
            law=sent["law"],
            text=sent["text"],
            seen_ruling=sent["seen_ruling"],
            seen_play=sent["seen_play"],
            key=sent["key"],
            claim=sent["claim"],
            conviction=sent["conviction"] or Conviction.NONE,
        )

    def again(self, desk: BoardDesk) -> "RulingForm":
        """A copy of this form to be sent again, with a new key and the newest versions of ruling and result.

        `desk` is the newly read desk with these versions. The sender has to see the effect again before the ruling is
        recorded.
        """
        data = self.data.copy()  # type: ignore[attr-defined]
        data["key"] = uuid4()
        data["shown"] = ""
        for name, version in _seen_versions(desk).items():
            data[name] = version
        return RulingForm(data, desk=desk)

    def clean(self) -> dict[str, Any]:
        sent: dict[str, Any] = super().clean() or {}
        kind = sent.get("kind")
        read = {
            Kind.ARTIFICIAL: self._artificial,
            Kind.NOT_PLAYED: NotPlayed,
            Kind.STANDS: lambda: None,
        }
        make: Callable[[], Outcome | None] = (
            read.get(Kind(kind), self._result) if kind else lambda: None
        )
        sent["outcome"] = outcome = make()
        if outcome and not sent.get("law") and "law" not in self.errors:
            sent["law"] = clause_of(outcome)
        return sent

    def clean_text(self) -> str:
        """The reason for the ruling in one line: line breaks and repeated blanks become one blank."""
        return " ".join(self.cleaned_data["text"].split())

    def _artificial(self) -> Artificial | None:
        """The artificial score that the form gives both sides.

        If a side has neither an average nor a percentage, the form gets an error, and the answer is None.
        """
        sides = self._side("ns"), self._side("ew")
        return None if None in sides else Artificial(*sides)  # type: ignore[arg-type]

    def _side(self, side: str) -> Average | int | None:
        """The average or the percentage that the form gives the side `ns` or `ew`.

        A side that has not lost the board gets nothing, so its average is not asked for and means nothing. If both are
        missing, the form gets an error, and the answer is None.
        """
        if side not in self.sides:
            return Average.EVEN
        chosen = self.cleaned_data.get(side)
        percent = self.cleaned_data.get(f"{side}_percent")
        if chosen and chosen != EXACTLY:
            return Average(chosen)
        if chosen and percent is not None:
            return int(percent)
        field = side
        wanted = _("Say what %(side)s get: an average, or a per cent.")
        if chosen:
            field = f"{side}_percent"
            wanted = _("Say what %(side)s get: a whole number from 0 to 100.")
        if f"{side}_percent" not in self.errors:
            self.add_error(field, wanted % {"side": self.fields[side].label})
        return None

    def _result(self) -> Outcome | None:
        """The outcome that the sender typed in the field `line`.

        If it cannot be read or is not of the chosen kind, the form gets an error, and the answer is None.
        """
        kind = Kind(self.cleaned_data["kind"])
        line = self.cleaned_data.get("line", "")
        example = {"example": EXAMPLES[kind]}
        if not line:
            if "line" not in self.errors:
                words = _("Write the result, such as %(example)s.")
                self.add_error("line", words % example)
            return None
        try:
            outcome = outcome_typed(
                line, self._desk.slot.board, self.cleaned_data.get("language")
            )
        except InvalidOutcome as refusal:
            self.add_error("line", _placed(refusal, line))
            return None
        if kind_of(outcome) != kind:
            self.add_error("line", OTHER_KINDS[kind_of(outcome)] % example)
            return None
        return outcome


def _seen_versions(desk: BoardDesk) -> dict[str, object]:
    """The initial values of the hidden fields that say which versions of the ruling and of the result a page shows.

    A version is 0 if there is no ruling or no result.
    """
    result = desk.whole.results.get(desk.slot)
    return {
        "seen_ruling": versions(desk.at),
        "seen_play": result.play.version if result else 0,
    }


def _initial(in_force: SlotRuling | None) -> dict[str, object]:
    """The initial values of the form, taken from the ruling in force; empty if there is none.

    A clause that only belongs to the kind of this ruling is left empty: another kind has another.
    """
    if in_force is None:
        return {}
    outcome = in_force.outcome
    ruling = in_force.ruling
    initial: dict[str, object] = {"kind": ruling.kind}
    if ruling.law != clause_of(outcome):
        initial["law"] = ruling.law
    if isinstance(outcome, Artificial):
        for side in ("ns", "ew"):
            initial[side] = getattr(ruling, f"{side}_average") or EXACTLY
            initial[f"{side}_percent"] = getattr(ruling, f"{side}_percent")
    elif not isinstance(outcome, NotPlayed):
        initial["line"] = outcome_line_of(outcome)
    return initial


def _offered(offer: OfferedOutcome | None) -> dict[str, object]:
    """The initial values of the form for an outcome that Law 79B offers; empty if there is none."""
    if offer is None:
        return {}
    return {
        "kind": kind_of(offer.outcome),
        "line": outcome_line_of(offer.outcome),
        "law": offer.law,
        "claim": Claim.NO,
    }


def _placed(refusal: InvalidOutcome, line: str) -> str:
    """The words of a refusal, followed by the part of `line` to which the refusal applies."""
    rest = line[(refusal.column or 1) - 1 :].strip()[:12]
    if not rest or rest == line.strip()[:12]:
        return refusal_told(refusal)
    return _("%(refusal)s It is about “%(place)s”.") % {
        "refusal": refusal_told(refusal),
        "place": rest,
    }
