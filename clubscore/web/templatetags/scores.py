"""Filters for figures, suits, seats and cards, built into every template."""

import re
from functools import cache

from django import template
from django.conf import settings
from django.utils.functional import lazy
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext_lazy

from clubscore.languages.spoken import figure, from_the_left, per_cent, quoted, told
from clubscore.languages.stored_sentences import stored_told
from clubscore.web.money import Currency
from scoring import Seat

register = template.Library()

MINUS = "\N{MINUS SIGN}"
CONTRACT = re.compile(r"[1-7]?[♣♦♥♠]")  # a suit, with the number of tricks before it
# The letter, the word for some cards or tricks and the word for one.
SUITS = {
    "♣": ("c", pgettext_lazy("suit", "clubs"), pgettext_lazy("suit", "club")),
    "♦": ("d", pgettext_lazy("suit", "diamonds"), pgettext_lazy("suit", "diamond")),
    "♥": ("h", pgettext_lazy("suit", "hearts"), pgettext_lazy("suit", "heart")),
    "♠": ("s", pgettext_lazy("suit", "spades"), pgettext_lazy("suit", "spade")),
}
SEATS = {
    Seat.NORTH: pgettext_lazy("a seat", "N"),
    Seat.EAST: pgettext_lazy("a seat", "E"),
    Seat.SOUTH: pgettext_lazy("a seat", "S"),
    Seat.WEST: pgettext_lazy("a seat", "W"),
}
COURT = {
    "A": pgettext_lazy("on a card", "A"),
    "K": pgettext_lazy("on a card", "K"),
    "Q": pgettext_lazy("on a card", "Q"),
    "J": pgettext_lazy("on a card", "J"),
}


@register.filter
def signed(points: int) -> str:
    """The points with their sign, as in the books: `+1,690`, `−810` (U+2212) or `0`."""
    return from_the_left(figure(f"{points:+,}").replace("-", MINUS)) if points else "0"


@register.filter
def opposite(points: int) -> int:
    return -points


@register.filter
def signed_money(amount: int) -> str:
    """The amount with sign and currency, as in the books: `+€ 2.40`, `−€ 0.80` or `€ 0.00`.

    `amount` is in the smallest unit of the currency, such as cents.
    """
    plus = "+" if amount > 0 else ""
    written_amount = Currency(settings.CLUB_CURRENCY).written(amount)
    return from_the_left(plus + written_amount)


@register.filter
def written(points: int) -> str:
    """The points as on a score sheet, where only a deduction has a sign: `1,690` or `−18` (U+2212)."""
    return from_the_left(figure(f"{points:,}").replace("-", MINUS))


@register.filter
def tone(points: int) -> str:
    """The CSS class of a figure by its sign: `good`, `danger-figure`, or "" for 0. The sign itself is shown, too."""
    return "good" if points > 0 else "danger-figure" if points < 0 else ""


register.filter("told", told)
register.filter("stored", stored_told)
register.filter("per_cent", per_cent)
register.filter("quoted", quoted)


@register.filter
def letter(seat: Seat) -> str:
    """The letter of a seat in the reader's language: `N`; `O` for East in German."""
    return str(SEATS[seat])


def index(rank: str) -> str:
    """The index of a rank (`A`, `K`, `T`, `9`) on a card in the reader's language; `T` becomes `10`."""
    return "10" if rank == "T" else str(COURT.get(rank, rank))


index_lazily = lazy(index, str)


@register.filter
def suits(text: str) -> SafeString:
    """The text in the reader's language, with each suit sign in its colour and with its word for screen readers: `4♠`
    is read "4 spades".
    """
    signs = _signs(get_language())
    return mark_safe(
        CONTRACT.sub(
            lambda contract: from_the_left(
                f"{contract[0][:-1]}{signs[contract[0][-1]]}"
            ),
            conditional_escape(told(text)),
        )
    )


def without_signs(text: str) -> str:
    """The text with a word for each suit sign, for places where plain text is read out: `4 spades by Anna`."""
    text = told(text)
    for sign, (_, some, one) in SUITS.items():
        if sign in text:
            text = re.sub(rf"\b1{sign}", f"1 {one}", text).replace(sign, f" {some}")
    return text


@cache
def _signs(_language: str | None) -> dict[str, SafeString]:
    """The HTML of each suit sign, with its colour and a word in the current language, by the sign.

    The HTML is made once for each language, because a page may have hundreds of signs: `_language`, the code of the
    current language, is the key under which it is remembered.
    """
    html = '<span class="suit suit-{}" role="img" aria-label=" {} ">{}</span>'
    return {
        sign: format_html(html, letter, word, sign)
        for sign, (letter, word, _one) in SUITS.items()
    }


@register.filter
def signed_mean(points: float | None) -> str:
    """An average in whole points with its sign, as in the standings: `+69`, `−4`; `–` for None."""
    return "–" if points is None else signed(round(points))


@register.filter
def percent(share: float | None) -> str:
    """A share from 0 to 1 as a percentage, such as `58 %`; `–` for None."""
    if share is None:
        return "–"
    return per_cent(str(round(share * 100)))


@register.filter
def signed_tenth(value: float | None) -> str:
    """An average of tricks with its sign and one decimal: `+0.4`, `−1.2`. None becomes a dash."""
    return "–" if value is None else figure(f"{value:+.1f}").replace("-", MINUS)
