"""The live topic of a session: its line-up."""

from collections.abc import Collection

from clubscore.duplicate.models import Session
from clubscore.duplicate.results.page.context import session_fragment
from clubscore.live.topics import Topic, register


def session_revisions(ids: Collection[int]) -> dict[int, str]:
    return {
        pk: str(revision)
        for pk, revision in Session.objects.filter(pk__in=ids).values_list(
            "pk", "revision"
        )
    }


register(Topic("session", session_revisions, session_fragment))
