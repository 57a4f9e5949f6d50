"""The topic `session` of the live stream: browsers fetch the line-up of a session again when its revision changes."""

from collections.abc import Collection

from clubscore.duplicate.models import Session
from clubscore.duplicate.results.page.context import session_fragment
from clubscore.live.topics import Topic, register


def session_revisions(ids: Collection[int]) -> dict[int, str]:
    """Map the id of each session to its revision, a count of the changes in the session, as a text."""
    sessions = Session.objects.filter(pk__in=ids)
    revisions = {}
    for pk, revision in sessions.values_list("pk", "revision"):
        revisions[pk] = str(revision)
    return revisions


register(Topic("session", session_revisions, session_fragment))
