"""Sentences about a sheet that several games share."""

from django.utils.translation import gettext as _

from clubscore.games.viewpoint import Viewpoint
from scoring import Sheet, Side


def lacking(sheet: Sheet, viewpoint: Viewpoint, game: int) -> str:
    """The points still needed for a game: `We need 40 more for the game, They 10.` Empty without a part score."""
    with_partscore = [side for side in viewpoint.columns if sheet.partscore[side]]
    if sheet.next is None or not with_partscore:
        return ""
    first, *others = with_partscore
    values = {"who": viewpoint.name(first), "points": game - sheet.partscore[first]}
    if not others:
        return _("%(who)s need %(points)s more for the game.") % values
    other = others[0]
    values |= {"other": viewpoint.name(other), "more": game - sheet.partscore[other]}
    return _("%(who)s need %(points)s more for the game, %(other)s %(more)s.") % values


def ahead_in_words(
    sheet: Sheet, viewpoint: Viewpoint, *, level: str, ahead: str
) -> str:
    """`level`, or `ahead` with the side and its points: `We lead by 200.` Empty before anybody has scored."""
    if not any(scored.lines for scored in sheet.deals):
        return ""
    ns, ew = (sheet.totals[side].total for side in Side)
    if ns == ew:
        return level
    leader = Side.NS if ns > ew else Side.EW
    return ahead % {"who": viewpoint.name(leader), "points": abs(ns - ew)}


def verdict(sheet: Sheet, viewpoint: Viewpoint) -> str:
    """The result as a clause: `We win 810`, `the points are level`."""
    if sheet.winner is None:
        return _("the points are level")
    return _("%(who)s win %(points)s") % {
        "who": viewpoint.name(sheet.winner),
        "points": sheet.margin,
    }
