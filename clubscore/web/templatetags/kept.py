"""Fragments that are drawn once for the same facts: a table's card, a line of a grid."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import get_script_prefix, get_urlconf
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

register = template.Library()

REMEMBERED = 4_000  # fragments of one kilobyte or two: some fifty rooms and sessions, in each language


@dataclass(unsafe_hash=True)
class FragmentRequest:
    """A fragment that is asked for: what it follows from, and what it is drawn of."""

    facts: tuple[Hashable, ...]
    values: dict[str, Any] = field(compare=False)


@register.simple_tag
def kept(name: str, facts: Hashable, **values: Any) -> SafeString:
    """The fragment of this template with these values, in the reader's language and the club's currency and time, with
    addresses below the prefix that is on.

    `facts` are plain values that never change, such as numbers, texts and tuples of them: all that the fragment follows
    from. Who gives the same facts gets the HTML that was drawn before. Like `drawn` it sees nothing else of the page.
    """
    if settings.DEBUG:  # a template may have been edited since
        return render_to_string(name, values)
    beside = (
        get_language(),
        settings.CLUB_CURRENCY,
        get_current_timezone_name(),
        get_script_prefix(),
        get_urlconf(),
    )
    return _kept(FragmentRequest((name, *beside, facts), values))


@lru_cache(maxsize=REMEMBERED)
def _kept(drawing: FragmentRequest) -> SafeString:
    """Only the facts are kept with it, not the rows that it is drawn of."""
    values, drawing.values = drawing.values, {}
    name: Any = drawing.facts[0]
    return render_to_string(name, values)
