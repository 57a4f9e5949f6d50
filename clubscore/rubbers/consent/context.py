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
    """The template context of the cards of a rubber, as the member at the desk sees them.

    `refusal` is a sentence that says why the last tap on a card was refused, `done` a sentence that says what the last
    tap did. If `shows_all` is true, all unsigned deals have a card, and not only the newest.
    """
    state = desk.state
    member = desk.member
    context = sheet_context(state, desk.view)
    consent = consent_for(desk, shows_all=shows_all)
    return context | {
        "consent": consent,
        "consent_refusal": refusal,
        "consent_done": done,
        "may_keep": desk.may_keep,
        "user": member,
    }
