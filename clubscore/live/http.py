"""A live region for a page that has no stream, or has just lost it."""

from django.http import Http404, HttpRequest, HttpResponse

from clubscore.live.topics import find_topic

LARGEST_ID = 2**63 - 1  # that a database can be asked for


def poll(request: HttpRequest, topic: str, id: int, view: str) -> HttpResponse:
    """204 when `?revision=` is the newest, else the fragment with its revision in X-Revision.

    Http404 for a thing or a view that does not exist. Whether the member may see it is the calling view's affair.
    """
    found = find_topic(topic, view) if id <= LARGEST_ID else None
    revision = found.revisions([id]).get(id) if found else None
    if found is None or revision is None:
        raise Http404("Nothing of the kind is to be seen here.")
    headers = {"X-Revision": revision, "Cache-Control": "no-store"}
    if request.GET.get("revision") == revision:
        return HttpResponse(status=204, headers=headers)
    return HttpResponse(found.render(id, view), headers=headers)
