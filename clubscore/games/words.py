"""Sentences about a sheet that several games share."""

from django.utils.translation import gettext as _

from clubscore.games.viewpoint import Viewpoint
from scoring import Sheet, Side


def lacking(sheet: Sheet, viewpoint: Viewpoint, game: int) -> str:
    """`We need 40 more for the game, They 10.`"""
    short = [
        (viewpoint.name(side), game - sheet.partscore[side]) for side in viewpoint.columns if sheet.partscore[side]
    ]
    if sheet.next is None or not short:
        return ""
    names = dict(zip(("who", "points", "other", "more"), (word for pair in short for word in pair), strict=False))
    if len(short) == 1:
        return _("%(who)s need %(points)s more for the game.") % names
    return _("%(who)s need %(points)s more for the game, %(other)s %(more)s.") % names


def ahead_in_words(sheet: Sheet, viewpoint: Viewpoint, *, level: str, ahead: str) -> str:
    """`level`, or `ahead` with the side and its points: `We lead by 200.`; nothing before anyone has scored."""
    if not any(scored.lines for scored in sheet.deals):
        return ""
    ns, ew = (sheet.totals[side].total for side in Side)
    if ns == ew:
        return level
    return ahead % {"who": viewpoint.name(Side.NS if ns > ew else Side.EW), "points": abs(ns - ew)}


def verdict(sheet: Sheet, viewpoint: Viewpoint) -> str:
    """A clause: `We win 810`, `the points are level`."""
    if sheet.winner is None:
        return _("the points are level")
    return _("%(who)s win %(points)s") % {"who": viewpoint.name(sheet.winner), "points": sheet.margin}
