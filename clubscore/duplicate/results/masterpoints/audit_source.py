"""The audit entries of masterpoints: who chose which scale for a session."""

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Description, described
from clubscore.duplicate.audit_source import SESSION
from clubscore.duplicate.models import ScaleChoice
from clubscore.duplicate.results.masterpoints.words import SCALES_IN_WORDS


@described(
    ScaleChoice,
    "session.masterpoints-chosen",
    SESSION,
    at="chosen_at",
    by="chosen_by",
)
def scale_was_chosen(choice: ScaleChoice) -> Description:
    words = _("chose the masterpoints of %(session)s: %(scale)s")
    return Description(
        words
        % {"session": choice.session.name, "scale": SCALES_IN_WORDS[choice.scale]},
        link=reverse("duplicate:handicaps", args=[choice.session_id]),
        after=choice.data,
    )
