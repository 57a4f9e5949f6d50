"""Audit entries about hands: sets made, sets opened, and looks at sets before they were open."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.audit import Description, Subject, SubjectKind, described
from clubscore.hands.models import DealSet, Look

SET = Subject(
    SubjectKind.HANDS,
    "set of boards",
    lambda deal_set: reverse("hands:detail", args=[deal_set.pk]),
)


@described(DealSet, "hands.made", SET, at="made_at", by="made_by")
def hands(made: DealSet) -> Description:
    words = ngettext(
        "sealed the hands of %(number)s board, %(origin)s: %(name)s",
        "sealed the hands of %(number)s boards, %(origin)s: %(name)s",
        made.boards,
    )
    values = {
        "number": made.boards,
        "origin": made.get_origin_display(),
        "name": made.name,
    }
    facts = {
        "origin": made.origin,
        "first_board": made.first_board,
        "boards": made.boards,
        "digest": made.digest,
    }
    return Description(words % values, after=facts)


@described(DealSet, "hands.opened", SET, at="opened_at", by="opened_by")
def hands_opened(opened: DealSet) -> str:
    return _("opened the hands of %(name)s to everybody") % {"name": opened.name}


@described(Look, "hands.seen", SET, path="deal_set")
def look_at_hands(look: Look) -> str:
    words = _("looked at the hands of %(name)s before they were open")
    return words % {"name": look.deal_set.name}
