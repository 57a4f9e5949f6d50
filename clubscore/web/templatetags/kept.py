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
    """A request for a fragment: the facts on which it depends, and the values with which it is rendered."""

    facts: tuple[Hashable, ...]
    values: dict[str, Any] = field(compare=False)


@register.simple_tag
def kept(name: str, facts: Hashable, **values: Any) -> SafeString:
    """The rendered template with these values, in the reader's language, the club's currency and time zone, and the
    current prefix.

    `facts` are all values on which the fragment depends: immutable numbers, texts and tuples. Equal facts give the HTML
    that was rendered before. As with `drawn`, the template sees nothing else of the page.
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
    """The rendered fragment, remembered by its facts. The rows with which it was rendered are not remembered."""
    values, drawing.values = drawing.values, {}
    name: Any = drawing.facts[0]
    return render_to_string(name, values)
