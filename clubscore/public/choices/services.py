"""Writes the club's choice of what is public, and members' wishes not to be named."""

from datetime import datetime

from clubscore.database.write_lock import write_transaction
from clubscore.members.models import Member
from clubscore.public.models import NamingWish, PublicChoice
from clubscore.public.naming import Naming


def choose_public(
    *,
    room: bool,
    evenings: bool,
    duplicate: bool,
    boards: bool,
    standings: bool,
    naming: Naming,
    shows_play: bool,
    is_indexed: bool,
    by: Member,
    now: datetime,
) -> PublicChoice:
    """Set what is public from now on. Returns the club's choice; a choice that changes nothing is not written."""
    facts = {
        "room": room,
        "evenings": evenings,
        "duplicate": duplicate,
        "boards": boards,
        "standings": standings,
        "naming": naming,
        "shows_play": shows_play,
        "is_indexed": is_indexed,
    }
    with write_transaction():
        newest = PublicChoice.objects.order_by("pk").last()
        if newest and all(
            getattr(newest, name) == value for name, value in facts.items()
        ):
            return newest
        return PublicChoice.objects.create(**facts, chosen_by=by, chosen_at=now)


def wish_naming(*, member: Member, is_unnamed: bool, by: Member, now: datetime) -> None:
    """Store whether the member asks not to be named in public (`is_unnamed`), or asks it no longer.

    `by` is the member, or an admin who notes the wish for the member. Each record of the person gets the wish, so that
    the wish stays when a merge is undone.
    """
    with write_transaction():
        records = Member.objects.filter(merged_into=member.person_id).values_list(
            "pk", flat=True
        )
        for pk in (member.person_id, *records):
            newest = NamingWish.objects.filter(member=pk).order_by("pk").last()
            was_unnamed = newest is not None and newest.is_unnamed
            if was_unnamed != is_unnamed:
                NamingWish.objects.create(
                    member_id=pk, is_unnamed=is_unnamed, by=by, at=now
                )
