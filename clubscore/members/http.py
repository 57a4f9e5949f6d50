"""The request as our views see it: from a member (LoginRequiredMiddleware sees to that), with htmx's details."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from clubscore.members.models import Member


class MemberRequest(HttpRequest):
    user: Member
    htmx: HtmxDetails
