"""A live region for a page without a stream, which polls."""

from django.http import Http404, HttpRequest, HttpResponse

from clubscore.database.prepared.queries import LARGEST_ID
from clubscore.live.topics import find_topic


def poll(request: HttpRequest, topic: str, id: int, view: str) -> HttpResponse:
    """Answer a poll: 204 if `?revision=` is the newest, else the fragment with its revision in X-Revision.

    The calling view must check that the member may see the fragment.

    Raises Http404 if the id or the view does not exist.
    """
    found = find_topic(topic, view) if id <= LARGEST_ID else None
    revision = found.revisions([id]).get(id) if found else None
    if found is None or revision is None:
        raise Http404("There is no such live region.")
    headers = {"X-Revision": revision, "Cache-Control": "no-store"}
    if request.GET.get("revision") == revision:
        return HttpResponse(status=204, headers=headers)
    return HttpResponse(found.render(id, view), headers=headers)
