"""Helpers of the views of a session: fetch the session, and require that the member directs it."""

from django.http import Http404

from clubscore.duplicate.models import Session
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.permissions import require_director
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.members.http import MemberRequest


def state_or_404(pk: int) -> SessionState:
    """The state of the session with the id `pk`. Raises Http404 if there is none."""
    try:
        return load(pk)
    except Session.DoesNotExist as missing:
        raise Http404(str(missing)) from missing


def directed_or_404(request: MemberRequest, pk: int) -> SessionState:
    """The state of the session with the id `pk`, which the sender of the request must direct.

    Raises Http404 if there is no such session, PermissionDenied if the sender may not direct it.
    """
    state = state_or_404(pk)
    require_director(state.session, request.user)
    return state


def section_or_404(state: SessionState, letter: str) -> SectionState:
    """The section with this letter. Raises Http404 if there is none."""
    section = state.section(letter)
    if section is None:
        raise Http404(f"There is no section {letter}.")
    return section
