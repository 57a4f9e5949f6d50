"""What the cards of agreement and correction are given."""

from clubscore.members.models import Member
from clubscore.rubbers.consent.cards import consent_for
from clubscore.rubbers.sheet.context import sheet_context
from clubscore.rubbers.state import RubberState


def consent_context(
    state: RubberState, member: Member, *, refusal: str = "", shows_all: bool = False
) -> dict[str, object]:
    """What this member, or those who borrow the device, are asked to agree to; `refusal` is why a tap did nothing."""
    context = sheet_context(state, state.view_of(member))
    consent = consent_for(state, member, context["paper"], shows_all=shows_all)
    return context | {"consent": consent, "consent_refusal": refusal, "may_keep": True, "user": member}
