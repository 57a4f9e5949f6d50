"""The words about a voided rubber: who voided it, and why (decision 0076)."""

from django.utils.translation import gettext as _

from clubscore.languages.spoken import quoted
from clubscore.rubbers.models import Motion
from clubscore.rubbers.rubber.state import RubberState
from clubscore.web.templatetags.sentences import all_of


def voided_in_words(state: RubberState) -> str:
    """A sentence that says who voided the rubber, and why; empty for a rubber that counts.

    `Voided by Anna, Ben, Cleo and Dan: “a trial”. It counts nowhere.`
    """
    motion = state.voiding
    if motion is None:
        return ""
    words = _("Voided by %(names)s: %(reason)s. It counts nowhere.")
    names, reason = consenting(motion), motion.reason
    if motion.ruling and motion.closed_by:
        words = _(
            "Voided by %(names)s, who has not played in it: %(reason)s. It counts nowhere."
        )
        names, reason = motion.closed_by.name, motion.ruling
    return words % {"names": names, "reason": quoted(reason)}


def consenting(motion: Motion) -> str:
    """The names of the players whose newest answer to the motion is yes, in the order of their first answers."""
    answers = {
        answer.member: answer.is_yes
        for answer in sorted(motion.answers.all(), key=lambda answer: answer.pk)
    }
    return all_of(member.short_name for member, is_yes in answers.items() if is_yes)
