"""The live topic of all tables of a session: it says that something has changed at a table, and never tells a result.

All phones receive the same message, with a mark for each table. A phone fetches its page again if the mark of its own
table has changed. The server then knows which member asks, so no stream carries a result.
"""

from django.template.loader import render_to_string

from clubscore.database.one_moment import snapshot
from clubscore.duplicate.play.table.queries import moves_of
from clubscore.duplicate.results.page.topics import session_revisions
from clubscore.duplicate.session.loading import load
from clubscore.live.topics import Topic, register


@snapshot()
def tables_fragment(pk: int, view: str) -> str:
    """The live region of the tables as HTML: for each table a mark that changes with its page, and the session's stage.

    A Topic calls this function with a `view`, which makes no difference here.
    """
    state = load(pk)
    context = {"moves": moves_of(state).items(), "stage": state.stage}
    return render_to_string("duplicate/_moves.html", context)


register(Topic("session-tables", session_revisions, tables_fragment))
