"""Fragments that follow from their values alone: a figure, a deal of the list. The same values are rendered once."""

from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

REMEMBERED = 8_000  # fragments of about half a kilobyte: some hundred sheets


@register.simple_tag
def drawn(name: str, **values: Any) -> SafeString:
    """The fragment of this template with these values, which are hashable and never change, in the reader's language.

    Unlike `include` it sees nothing else of the page: no member, no request.
    """
    if settings.DEBUG:  # a template may have been edited since
        return render_to_string(name, values)
    return _drawn(name, get_language(), tuple(values.items()))


@lru_cache(maxsize=REMEMBERED)
def _drawn(name: str, language: str | None, values: tuple[tuple[str, Any], ...]) -> SafeString:
    return render_to_string(name, dict(values))
