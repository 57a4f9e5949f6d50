"""Filters and a tag that join words by the rules of the reader's language; available in every template."""

from collections.abc import Iterable

from django import template
from django.utils.translation import gettext, pgettext

register = template.Library()


@register.filter
def all_of(things: Iterable[object], attribute: str = "") -> str:
    """The things, or an attribute of each, joined for a sentence: `Anna, Ben and Cara`."""
    if attribute:
        things = [getattr(thing, attribute) for thing in things]
    words = [str(thing) for thing in things]
    if len(words) < 2:
        return "".join(words)
    return gettext("%(first)s and %(last)s") % {
        "first": pgettext("a list", ", ").join(words[:-1]),
        "last": words[-1],
    }


@register.filter
def one_by_one(parts: Iterable[str]) -> str:
    """The parts, which may have commas themselves, in a row: `room, standings; no names`."""
    first, *others = [str(part) for part in parts] or [""]
    words = gettext("%(first)s; %(second)s")
    for other in others:
        first = words % {"first": first, "second": other}
    return first


@register.simple_tag
def colon() -> str:
    """The colon after a name, with the space before it that some languages have, and without the space after it."""
    return pgettext("what is said of it follows", "%(name)s:") % {"name": ""}


def any_of(words: Iterable[str]) -> str:
    """The words, joined as a choice for a sentence: `Anna, Ben or Cara`."""
    *first, last = list(words) or [""]
    if not first:
        return last
    return gettext("%(first)s or %(last)s") % {
        "first": pgettext("a list", ", ").join(first),
        "last": last,
    }
