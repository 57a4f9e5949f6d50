"""Named permission checks, and the decorators of views that require them."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponseBase
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubscore.members.http import MemberRequest
from clubscore.members.models import Member

View = Callable[..., HttpResponseBase]

PLAYERS_ONLY = _(
    "You may look at everything here. To play and to keep a sheet, ask an admin to make you a player."
)
KEEPERS_ONLY = _("Only the club’s admins keep the members’ records.")
OWNERS_ONLY = _("This is for an owner of the club: the club’s admins ask one.")
ADMINS_ONLY = _("This is for the club’s admins.")
ARBITERS_AND_ORGANISERS_ONLY = _(
    "This is for the arbiters and the organisers, whom the club’s admins name."
)
ORGANISERS_ONLY = _(
    "This is for the club’s organisers of duplicate: ask an admin to name you one."
)


def may_play(member: Member) -> bool:
    """True if the member may open tables, take a seat and keep their own sheets: every role except watcher."""
    return member.has_perm("members.play")


def may_keep_any_sheet(member: Member) -> bool:
    """True if the member may keep the sheet of any rubber: scorers and above."""
    return member.has_perm("members.keep_any_sheet")


def may_arbitrate(member: Member) -> bool:
    """True if the member may rule on disputes of rubbers in which they have not played: admins, owners, arbiters."""
    return member.has_perm("members.arbitrate")


def may_play_or_arbitrate(member: Member) -> bool:
    """True if the member may play, or has the duty of an arbiter, as a watcher may have it."""
    return may_play(member) or may_arbitrate(member)


def may_organise(member: Member) -> bool:
    """True if the member may organise duplicate: admins, owners, organisers.

    An organiser takes sessions into the season, sets correction periods, and approves late corrections.
    """
    return member.has_perm("members.organise")


def may_arbitrate_or_organise(member: Member) -> bool:
    """True if the member reads the page of what needs attention: arbiters and organisers."""
    return may_arbitrate(member) or may_organise(member)


def may_keep_members(member: Member) -> bool:
    """True if the member may import, invite and merge members, and give roles: admins and owners."""
    return member.has_perm("members.keep_members")


def may_administer(member: Member) -> bool:
    """True if the member may close seasons, book adjustments and export the club: admins, owners."""
    return member.has_perm("members.administer_club")


def may_erase(member: Member) -> bool:
    """True if the member may erase members, and undo an erasure: owners."""
    return member.has_perm("members.erase_members")


def may_own(member: Member) -> bool:
    """True if the member may make and unmake owners: only owners may."""
    return member.has_perm("members.own_club")


def may_keep_record(keeper: Member, member: Member) -> bool:
    """True if `keeper` may change, invite, sign out or merge `member`: admins and owners, but for an owner only owners.

    False for a member who was erased.
    """
    return (
        may_keep_members(keeper)
        and (not member.is_superuser or may_own(keeper))
        and member.erased_at is None
    )


def _required(
    may: Callable[[Member], bool], refusal: Promise, *, to_write: bool = False
) -> Callable[[View], View]:
    """A decorator of views that answers 403 with the sentence `refusal` unless `may` is true of the signed-in member.

    With `to_write`, `may` is not asked for a GET: every member may read the page.
    """

    def guard(view: View) -> View:
        @wraps(view)
        def guarded(
            request: MemberRequest, *args: Any, **kwargs: Any
        ) -> HttpResponseBase:
            if not (to_write and request.method in {"GET", "HEAD"}) and not may(
                request.user
            ):
                raise PermissionDenied(str(refusal))
            return view(request, *args, **kwargs)

        return guarded

    return guard


player_required = _required(may_play, PLAYERS_ONLY)
player_or_arbiter_required = _required(may_play_or_arbitrate, PLAYERS_ONLY)
# Watchers may open the page.
player_required_to_write = _required(may_play, PLAYERS_ONLY, to_write=True)
member_keeper_required = _required(may_keep_members, KEEPERS_ONLY)
owner_required = _required(may_erase, OWNERS_ONLY)
admin_required = _required(may_administer, ADMINS_ONLY)
arbiter_or_organiser_required = _required(
    may_arbitrate_or_organise, ARBITERS_AND_ORGANISERS_ONLY
)
admin_required_to_write = _required(may_administer, ADMINS_ONLY, to_write=True)
organiser_required = _required(may_organise, ORGANISERS_ONLY)
