"""Template context of the cards of agreement and correction."""

from clubscore.rubbers.consent.cards.consent import consent_for
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.sheet.context import sheet_context


def consent_context(
    desk: RubberDesk,
    *,
    refusal: str = "",
    done: str = "",
    shows_all: bool = False,
) -> dict[str, object]:
    """The template context of the cards for this member, and for players who borrow the device.

    `refusal` says why the last tap was refused, `done` what the last tap did.
    """
    state = desk.state
    member = desk.member
    context = sheet_context(state, desk.view)
    consent = consent_for(desk, shows_all=shows_all)
    return context | {
        "consent": consent,
        "consent_refusal": refusal,
        "consent_done": done,
        "may_keep": True,
        "user": member,
    }
