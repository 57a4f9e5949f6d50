"""The tag `kept` for fragments that are rendered once for the same facts: a table's card, a line of a grid."""

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
    """The arguments of `kept`, by which rendered HTML is found again: requests with equal facts are equal."""

    facts: tuple[Hashable, ...]
    values: dict[str, Any] = field(compare=False)


@register.simple_tag
def kept(name: str, facts: Hashable, **values: Any) -> SafeString:
    """The HTML of the template `name` with these values. Equal `facts` give the HTML that was rendered before.

    `facts` are all values on which the HTML depends: immutable numbers, texts and tuples. The reader's language, the
    club's currency and time zone, and the address configuration are added here. The template sees nothing else of the
    page, neither the member nor the request.
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
    """The HTML for these arguments of `kept`, rendered only if no equal facts were rendered before.

    The values, which may be database rows, are dropped after rendering, so that the memory holds only facts and HTML.
    """
    values, drawing.values = drawing.values, {}
    name: Any = drawing.facts[0]
    return render_to_string(name, values)
