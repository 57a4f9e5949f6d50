"""Finding the members that an address names, and leading from a merged record to its person."""

from django.http import Http404, HttpResponseRedirect
from django.shortcuts import redirect

from clubscore.database.prepared.queries import Prepared
from clubscore.members.http import MemberRequest
from clubscore.members.models import Member

_MEMBERS = Prepared(
    lambda pks: Member.objects.filter(pk__in=pks).select_related("merged_into")
)


def find(*pks: int) -> list[Member]:
    """The members with these ids, in the order of the ids. Takes one statement. Raises Http404 if one is missing."""
    found = {member.pk: member for member in _MEMBERS.of([*pks])}
    if not found.keys() >= set(pks):
        raise Http404("There is no such member.")
    return [found[pk] for pk in pks]


def lead(request: MemberRequest, to: str, *args: object) -> HttpResponseRedirect:
    """Redirect from the page of a merged record to the page named `to` of its person.

    The query of the address is kept.
    """
    answer = redirect(to, *args)
    if query := request.META["QUERY_STRING"]:
        answer["Location"] += f"?{query}"
    return answer
