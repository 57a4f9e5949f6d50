"""The words for masterpoints and their scales."""

from fractions import Fraction

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubscore.duplicate.models import NO_SCALE, OWN_SCALE, ScaleChoice
from clubscore.languages.spoken import figure
from scoring.contest.rounding import two_decimals

SCALES_IN_WORDS = {
    NO_SCALE: pgettext_lazy("masterpoints", "none"),
    "acbl-club": _("a club game of the ACBL"),
    "ebu-club": _("a club session of the EBU"),
    OWN_SCALE: _("the club’s own numbers"),
}
"""The name of each scale."""


def masterpoints_in_words(hundredths: int | None) -> str:
    """Masterpoints with two decimals, such as `0.70`; empty for none."""
    if not hundredths:
        return ""
    return figure(two_decimals(Fraction(hundredths, 100)))


def scale_in_words(chosen: ScaleChoice | None) -> str:
    """The name of the scale that was chosen; empty if the session gives no masterpoints."""
    if chosen is None or chosen.scale == NO_SCALE:
        return ""
    return str(SCALES_IN_WORDS[chosen.scale])
