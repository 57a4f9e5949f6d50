"""Who may do what, by name: `may_administer(member)` instead of the names of permissions all over the place."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponseBase

from clubscore.members.http import MemberRequest
from clubscore.members.models import Member


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


View = Callable[..., HttpResponseBase]


def _only_for(may: Callable[[Member], bool]) -> Callable[[View], View]:
    def guard(view: View) -> View:
        @wraps(view)
        def guarded(request: MemberRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not may(request.user):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        return guarded

    return guard


for_keepers_of_members = _only_for(may_keep_members)
"""A page for whoever keeps the members' records; anybody else gets 403."""

for_administrators = _only_for(may_administer)
"""A page for whoever runs the club; anybody else gets 403."""
