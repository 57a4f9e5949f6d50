"""Template tags: amounts in the unit of a settlement, and a member's open payments for pages of other apps."""

from typing import Any

from django import template
from django.conf import settings
from django.template import Context

from clubscore.languages.spoken import figure
from clubscore.ledger.models import Unit
from clubscore.members.models import Member
from clubscore.settlements.context import lines_of
from clubscore.settlements.queries import open_transfers_of
from clubscore.web.money import Currency
from clubscore.web.templatetags.scores import signed, signed_money

register = template.Library()


@register.filter
def amount_in(amount: int, unit: str) -> str:
    """The amount in words: `1,690` for points, or `€ 2.40` for money."""
    return (
        Currency(settings.CLUB_CURRENCY).written(amount)
        if unit == Unit.MONEY
        else figure(f"{amount:,}")
    )


@register.filter
def signed_in(amount: int, unit: str) -> str:
    """The amount with its sign: `+1,690` for points, or `−€ 2.40` for money."""
    return signed_money(amount) if unit == Unit.MONEY else signed(amount)


@register.inclusion_tag("settlements/_own_transfers.html", takes_context=True)
def own_transfers(context: Context, member: Member) -> dict[str, Any]:
    """The member's open payments, each with what the member can do about it."""
    lines = lines_of(open_transfers_of(member), member)
    return {"lines": lines, "csrf_token": context.get("csrf_token")}
