"""Reads of the club's choice and of members' wishes."""

from dataclasses import dataclass

from django.db.models import Max, Subquery, Value
from django.db.models.functions import Coalesce

from clubscore.members.models import Member
from clubscore.members.queries import records_of
from clubscore.public.models import NamingWish, PublicChoice
from clubscore.public.names import unnamed_people


@dataclass(frozen=True, slots=True)
class CurrentChoice:
    """The newest choice of the club, with `mark`, a text that changes with every choice and every wish of a member."""

    choice: PublicChoice
    mark: str


def current_choice() -> CurrentChoice:
    """The newest choice of the club; if the club has made none, a choice that shows nothing.

    Takes one query; two queries if the club has made no choice.
    """
    wishes = (
        NamingWish.objects.order_by()
        .values(one=Value(1))
        .annotate(last=Max("pk"))
        .values("last")
    )
    newest = (
        PublicChoice.objects.annotate(wish=Coalesce(Subquery(wishes), 0))
        .order_by("-pk")
        .first()
    )
    if newest is None:
        last_wish = NamingWish.objects.aggregate(last=Max("pk"))["last"] or 0
        return CurrentChoice(PublicChoice(), f"0.{last_wish}")
    return CurrentChoice(newest, f"{newest.pk}.{newest.wish}")


def newest_choices(count: int) -> list[PublicChoice]:
    """The newest `count` choices of the club, newest first, with the admins who made them."""
    return list(
        PublicChoice.objects.select_related("chosen_by").order_by("-pk")[:count]
    )


def unnamed_members() -> list[Member]:
    """The members who ask not to be named, in order of their names."""
    return list(Member.objects.filter(pk__in=unnamed_people()).order_by("name", "pk"))


def newest_wish(member: Member) -> NamingWish | None:
    """The newest wish of this person, on any of the person's records; None without a wish."""
    return (
        NamingWish.objects.filter(member__in=records_of(member))
        .select_related("by")
        .order_by("pk")
        .last()
    )
