"""Shared by the views of a session: fetching it, and requiring that the member directs it."""

from django.http import Http404

from clubscore.duplicate.models import Session
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.permissions import require_director
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.members.http import MemberRequest


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
