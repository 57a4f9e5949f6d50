"""The page on which a deal is corrected, and the preview of what the correction would do."""

from dataclasses import dataclass
from uuid import uuid4

import scoring
from clubscore.contracts.deal_form import HIDDEN
from clubscore.games.periods import Window
from clubscore.members.models import Member
from clubscore.rubbers.correction.comparison import UNDECIDED, Comparison, compare
from clubscore.rubbers.correction.consequences import consequence_of
from clubscore.rubbers.correction.forms import CorrectionForm, StrikeForm
from clubscore.rubbers.correction.services import window_for
from clubscore.rubbers.entry.preview import ASKING
from clubscore.rubbers.models import Deal, Rubber
from clubscore.rubbers.page.context import may_correct, sheet_context
from clubscore.rubbers.queries import newest_at, standing_deals, view_of
from scoring import ScoringError


@dataclass(frozen=True, slots=True)
class CorrectionPreview:
    """`comparison` and `window` as soon as the form is a deal other than the recorded one; until then `missing`."""

    comparison: Comparison | None = None
    window: Window | None = None
    missing: str = ""
    errors: tuple[str, ...] = ()


def correction_context(
    rubber: Rubber, base: Deal, member: Member, form: CorrectionForm, strike_form: StrikeForm | None = None
) -> dict[str, object]:
    """The form, the preview, and the small form that strikes the deal out."""
    context = sheet_context(rubber, view_of(rubber, member))
    names = rubber.names
    return (
        context
        | {
            "base": base,
            "entry": context["paper"].deal(base.number),
            "form": form,
            "correction": True,
            "players": [{"seat": seat, "name": name, "side": seat.side.value} for seat, name in names.items()],
            "key": form["key"].value() or uuid4(),
            "strike_form": strike_form,
            "strike_key": uuid4(),
            "may_correct": may_correct(rubber, member),
            "all_four": compared(rubber, base, None, member, "").window,
        }
        | preview_context(rubber, base, member, form)
    )


def preview_context(rubber: Rubber, base: Deal, member: Member, form: CorrectionForm) -> dict[str, object]:
    return {
        "rubber": rubber,
        "base": base,
        "form": form,
        "correction_preview": _preview(rubber, base, member, form),
        "may_carry_over": newest_at(rubber.table) == rubber,
    }


def _preview(rubber: Rubber, base: Deal, member: Member, form: CorrectionForm) -> CorrectionPreview:
    errors_found = form.errors.as_data()  # cleans the form once, and keeps what the service has refused
    facts = form.cleaned_data.get("deal")
    if facts is None:
        found = [error for field, errors in errors_found.items() if field not in HIDDEN for error in errors]
        wrong = tuple(message for error in found if error.code not in ASKING for message in error.messages)
        asked = " ".join(message for error in found if error.code in ASKING for message in error.messages)
        return CorrectionPreview(missing=asked, errors=wrong)
    if facts == base.facts:
        return CorrectionPreview(missing="Tap what should be different.")
    try:
        return compared(rubber, base, facts, member, form.cleaned_data.get("later", ""))
    except ScoringError as refusal:
        return CorrectionPreview(errors=(refusal.message,))


def compared(rubber: Rubber, base: Deal, facts: scoring.Deal | None, member: Member, later: str) -> CorrectionPreview:
    """The deal as it stands beside `facts` (None: struck out), and whose consent the change takes now."""
    standing = standing_deals(rubber.deals.all())
    return CorrectionPreview(
        comparison=compare(
            base,
            facts,
            consequence_of(rubber, standing, base, facts),
            standing=standing,
            names=rubber.names,
            view=view_of(rubber, member),
            later=later or UNDECIDED,
        ),
        window=window_for(rubber, base, facts),
    )
