"""Template context of the page on which a deal is corrected, and of the preview of its consequences."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import uuid4

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

import scoring
from clubscore.contracts.bidding_box import player_keys
from clubscore.contracts.deal_form import HIDDEN
from clubscore.contracts.preview import ASKING
from clubscore.games import game_of
from clubscore.games.periods import LegalPeriod
from clubscore.languages.spoken import refusal_told
from clubscore.rubbers.correction.comparison import UNDECIDED, Comparison, compare
from clubscore.rubbers.correction.forms import (
    DealCorrectionForm,
    StrikeForm,
    WrittenReasonForm,
)
from clubscore.rubbers.correction.queries import (
    must_name_error,
    period_for,
    period_if_named,
)
from clubscore.rubbers.entry.context import pairs_of
from clubscore.rubbers.models import Deal, Proposal
from clubscore.rubbers.rubber.arbiters import who_may_decide
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.numbers import called
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.context import sheet_context
from clubscore.rubbers.sheet.named_error import error_as_choice
from scoring import ScoringError


@dataclass(frozen=True, slots=True)
class NamedError:
    """A possible answer of the proposer to the question which error was made, and its correction period."""

    value: str
    """The value of a Proposal.Error."""
    words: str
    period: LegalPeriod


@dataclass(frozen=True, slots=True)
class CorrectionPreview:
    """The preview of a correction; `comparison` and `period` are set once the form differs from the recorded deal.

    If the proposer must say which error was made, `period` is None: each of the `errors_to_name` has its own period.
    """

    comparison: Comparison | None = None
    period: LegalPeriod | None = None
    errors_to_name: tuple[NamedError, ...] = ()
    missing: str = ""
    """A sentence that asks for the facts of the deal that are not entered yet; empty if none is missing."""
    errors: tuple[str, ...] = ()


def correction_context(
    desk: RubberDesk,
    base: Deal,
    form: DealCorrectionForm,
    strike_form: StrikeForm | None = None,
) -> dict[str, object]:
    """The context of the correction page: the form, the preview, and the small form that strikes the deal out."""
    state = desk.state
    context = sheet_context(state, desk.view)
    context |= {
        "base": base,
        "entry": context["paper"].deal(base.number),
        "form": form,
        "correction": True,
        "players": player_keys(state.names),
        "pairs": pairs_of(state),
        "key": form["key"].value() or uuid4(),
        "strike_form": strike_form,
        "strike_key": uuid4(),
        "may_correct": desk.may_correct,
        "who_decides": "",
        "strike_period": period_for(state, base, None),
    }
    if not desk.may_correct:
        context["who_decides"] = who_may_decide(state)
    return context | preview_context(desk, base, form)


def pack_context(desk: RubberDesk, form: WrittenReasonForm) -> dict[str, object]:
    """The context of the page that notes a bad pack: the form, and the period for striking out the last deal."""
    state = desk.state
    last = state.last
    context = sheet_context(state, desk.view)
    context |= {"form": form, "last": last, "last_called": None, "strike_period": None}
    if last:
        context["last_called"] = called(state, last.number)
        context["strike_period"] = period_for(state, last, None)
    return context


def preview_context(
    desk: RubberDesk, base: Deal, form: DealCorrectionForm
) -> dict[str, object]:
    """The context of the preview alone, which is fetched while the form is being filled."""
    state = desk.state
    errors_of_tricks: tuple[NamedError, ...] = ()
    if game_of(state.rubber.system).tricks_are_agreed:
        errors_of_tricks = _errors_to_name(state, base)
    return {
        "rubber": state.rubber,
        "base": base,
        "form": form,
        "correction_preview": _preview(desk, base, form),
        "errors_of_tricks": errors_of_tricks,
    }


def _errors_to_name(
    state: RubberState, base: Deal, facts: scoring.Deal | None = None
) -> tuple[NamedError, ...]:
    """The possible answers to the question how the number of tricks went wrong, with their correction periods.

    `facts` is the proposed deal, whose tricks the answers name; None while it is not entered.
    """
    return tuple(
        NamedError(
            named, error_as_choice(named, facts), period_if_named(state, base, named)
        )
        for named in Proposal.Error.values
    )


def _preview(
    desk: RubberDesk, base: Deal, form: DealCorrectionForm
) -> CorrectionPreview:
    # Cleans the form once, and keeps what the service has refused.
    errors_by_field = form.errors.as_data()
    facts = form.cleaned_data.get("deal")
    if facts is None:
        return _unfinished(errors_by_field)
    if facts == base.facts:
        return CorrectionPreview(missing=_("Tap what should be different."))
    try:
        return _compared(desk, base, facts, form.cleaned_data.get("later", ""))
    except ScoringError as refusal:
        return CorrectionPreview(errors=(refusal_told(refusal),))


def _unfinished(
    errors_by_field: Mapping[str, Iterable[ValidationError]],
) -> CorrectionPreview:
    """The preview of a correction form without a valid deal: the facts that are missing, and the errors.

    `errors_by_field` are the errors of the form by the names of the fields.
    """
    missing: list[str] = []
    wrong: list[str] = []
    for field, errors in errors_by_field.items():
        if field in HIDDEN:
            continue
        for error in errors:
            messages = missing if error.code in ASKING else wrong
            messages += error.messages
    return CorrectionPreview(missing=" ".join(missing), errors=tuple(wrong))


def _compared(
    desk: RubberDesk, base: Deal, facts: scoring.Deal, later: str
) -> CorrectionPreview:
    """The preview that compares the deal `base` with `facts`, and says whose consent is needed now.

    `later` is the chosen fate of deals after a new end, a Proposal.Later, or empty. If the proposer must say which
    error was made, the preview has the possible answers, each with its own period.
    """
    state = desk.state
    comparison = compare(state, base, facts, view=desk.view, later=later or UNDECIDED)
    if must_name_error(state, base, facts):
        return CorrectionPreview(
            comparison=comparison, errors_to_name=_errors_to_name(state, base, facts)
        )
    return CorrectionPreview(
        comparison=comparison, period=period_for(state, base, facts)
    )
