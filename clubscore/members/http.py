"""The type of the requests that views get from signed-in members."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from clubscore.members.models import Member


class MemberRequest(HttpRequest):
    """A request from a signed-in member (SignInRequired lets no other through), with htmx's headers."""

    user: Member
    htmx: HtmxDetails
