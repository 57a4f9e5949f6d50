"""Shared by the views of a session: fetching it, who may direct it, and reading all of a page at one moment."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from clubscore.database.write_lock import snapshot
from clubscore.duplicate.models import Session
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.permissions import require_director
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.members.http import MemberRequest

View = Callable[..., HttpResponse]


def state_or_404(pk: int) -> SessionState:
    """The session as it is now. Raises Http404."""
    try:
        return load(pk)
    except Session.DoesNotExist as missing:
        raise Http404(str(missing)) from missing


def directed_or_404(request: MemberRequest, pk: int) -> SessionState:
    """The session, for whoever directs it. Raises Http404, PermissionDenied."""
    state = state_or_404(pk)
    require_director(state.session, request.user)
    return state


def section_or_404(state: SessionState, letter: str) -> SectionState:
    """A section of the session by its letter. Raises Http404."""
    found = state.section(letter)
    if found is None:
        raise Http404(f"There is no section {letter}.")
    return found


def of_one_moment(view: View) -> View:
    """Let a view that is asked for a page read as of one moment, whoever writes between its statements.

    What a form sends is written by a transaction of the service's own.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method not in {"GET", "HEAD"}:
            return view(request, *args, **kwargs)
        _ = request.user.is_authenticated  # read before: an expired sign-in is swept out then, which is a write
        with snapshot():
            return view(request, *args, **kwargs)

    return answer
