"""Template context of the cards of agreement and correction."""

from clubscore.members.models import Member
from clubscore.rubbers.consent.cards.consent import consent_for
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.context import sheet_context


def consent_context(
    state: RubberState,
    member: Member,
    *,
    refusal: str = "",
    done: str = "",
    shows_all: bool = False,
) -> dict[str, object]:
    """The cards for this member and for players who borrow the device.

    `refusal` says why a tap did nothing, `done` what it did.
    """
    context = sheet_context(state, state.view_of(member))
    consent = consent_for(state, member, shows_all=shows_all)
    return context | {
        "consent": consent,
        "consent_refusal": refusal,
        "consent_done": done,
        "may_keep": True,
        "user": member,
    }
