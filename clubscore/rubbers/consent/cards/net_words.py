"""The words of the card of a net score: the score itself, and what posts it."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.games.base import verdict
from clubscore.games.viewpoint import Viewpoint
from clubscore.rubbers.models import Motion, Rubber
from clubscore.rubbers.rubber.state import RubberState
from clubscore.web.templatetags.scores import written
from clubscore.web.templatetags.sentences import all_of
from scoring import Sheet, State

UNBROKEN_DASH = "\N{WORD JOINER}–\N{WORD JOINER}"
"""A dash at which no line ends: the two totals of a button stay together."""


def net_in_words(sheet: Sheet, view: str) -> str:
    """The net score in words: `We 1,690 – They 880, We win 810`.

    `view` is "NS" or "EW", the side that is called We, or "watch".
    """
    return net_from(sheet, Viewpoint(view))


def net_from(sheet: Sheet, viewpoint: Viewpoint) -> str:
    """The net score in words, with the sides as this viewpoint names them; the totals alone while nobody has won."""
    totals = " – ".join(
        f"{viewpoint.name(side)} {written(sheet.totals[side].total)}"
        for side in viewpoint.columns
    )
    if sheet.state is State.OPEN:
        return totals
    return f"{totals}, {verdict(sheet, viewpoint)}"


def totals_in_words(sheet: Sheet, view: str) -> str:
    """The totals of both sides, as a button shows them: `1,690–880`, We first."""
    columns = Viewpoint(view).columns
    return UNBROKEN_DASH.join(written(sheet.totals[side].total) for side in columns)


def counts_nowhere(state: RubberState) -> str:
    """A sentence that says that nothing is posted, for a rubber in which no deal was played."""
    words = _("Every deal was passed out: the %(noun)s counts nowhere.")
    return words % {"noun": state.rubber.noun}


def who_posts(state: RubberState) -> str:
    """A sentence that says when the net score is posted to the books, and which agreement is needed for it."""
    rubber = state.rubber
    if not state.sheet.was_played:
        return counts_nowhere(state)
    all_four = rubber.agreed_by == Rubber.AgreedBy.ALL
    if state.motion(Motion.Kind.SEATS):
        return _("It is not posted before the players have decided who sat where.")
    if state.motion(Motion.Kind.DEALER):
        return _("It is not posted before the players have decided who dealt first.")
    if state.absent:
        names = all_of(state.names[seat] for seat in state.absent)
        words = _(
            "It is not posted before %(names)s agrees to it, or it is decided, with the reason in writing."
        )
        return words % {"names": names}
    if state.proposals and all_four:
        return _(
            "The posting waits until it is settled. As it stands it is posted if all four agree all the same."
        )
    if state.proposals:
        return _(
            "The posting waits until it is settled. As it stands it is posted if one of each side agrees all the same."
        )
    if all_four:
        return _("It is posted to the ledger as soon as all four have agreed.")
    if state.objections_until:
        words = ngettext(
            "It is posted to the ledger by itself after %(minutes)s minute without objection, "
            "or as soon as one of each side has agreed.",
            "It is posted to the ledger by itself after %(minutes)s minutes without objection, "
            "or as soon as one of each side has agreed.",
            rubber.agreed_after,
        )
        return words % {"minutes": rubber.agreed_after}
    return _("It is posted to the ledger as soon as one of each side has agreed.")
