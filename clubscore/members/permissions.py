"""Who may do what, by name: `may_administer(member)` instead of the names of permissions all over the place."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponseBase

from clubscore.members.http import MemberRequest
from clubscore.members.models import Member

View = Callable[..., HttpResponseBase]

WATCHES = "You may look at everything here. To play and to keep a sheet, ask an admin to make you a player."
NO_KEEPER = "Only the club’s admins keep the members’ records."
NO_ADMIN = "This is for the club’s admins."


def may_play(member: Member) -> bool:
    """Open tables, take a seat, keep the sheets of own rubbers: everybody but watchers."""
    return member.has_perm("members.play")


def may_keep_any_sheet(member: Member) -> bool:
    return member.has_perm("members.keep_any_sheet")


def may_keep_members(member: Member) -> bool:
    return member.has_perm("members.keep_members")


def may_administer(member: Member) -> bool:
    """Close seasons, settle disputes, book adjustments, take the whole club along."""
    return member.has_perm("members.administer_club")


def may_own(member: Member) -> bool:
    return member.has_perm("members.own_club")


def may_keep_record(keeper: Member, member: Member) -> bool:
    """May `keeper` invite, reset, sign out or merge `member`? An owner's record is kept by owners only."""
    return may_keep_members(keeper) and (not member.is_superuser or may_own(keeper))


def _only_who(may: Callable[[Member], bool], refusal: str, *, to_look: bool = False) -> Callable[[View], View]:
    """A decorator: whoever may not gets 403 with that sentence; `to_look` lets everybody read the page."""

    def guard(view: View) -> View:
        @wraps(view)
        def guarded(request: MemberRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not (to_look and request.method in {"GET", "HEAD"}) and not may(request.user):
                raise PermissionDenied(refusal)
            return view(request, *args, **kwargs)

        return guarded

    return guard


player_required = _only_who(may_play, WATCHES)
player_required_to_write = _only_who(may_play, WATCHES, to_look=True)  # who watches may open the page
member_keeper_required = _only_who(may_keep_members, NO_KEEPER)
admin_required = _only_who(may_administer, NO_ADMIN)
admin_required_to_write = _only_who(may_administer, NO_ADMIN, to_look=True)
