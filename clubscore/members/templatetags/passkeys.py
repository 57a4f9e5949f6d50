"""The template tag that tells if a page offers passkeys."""

from django import template
from django.http import HttpRequest

from clubscore.members.passkeys.site import site_of

register = template.Library()


@register.filter
def has_passkeys(request: HttpRequest) -> bool:
    """True if the page was opened under the address for which passkeys are made."""
    return site_of(request) is not None
