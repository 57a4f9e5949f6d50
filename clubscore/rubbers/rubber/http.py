"""Functions for the views of a rubber: they load the rubber, and give the address to return to."""

from django.http import Http404
from django.urls import reverse

from clubscore.members.http import MemberRequest
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.rubber.queries import next_has_begun
from clubscore.rubbers.rubber.state import RubberState


def state_or_404(pk: int) -> RubberState:
    """The rubber with the id `pk` as it is now. Raises Http404 if there is no such rubber."""
    try:
        return load(pk)
    except Rubber.DoesNotExist as missing:
        raise Http404(str(missing)) from missing


def desk_or_404(request: MemberRequest, pk: int) -> RubberDesk:
    """The rubber with the id `pk` as it is now, and the member who asks. Raises Http404 if there is no such rubber."""
    return RubberDesk(state_or_404(pk), request.user)


def page_of(state: RubberState) -> str:
    """The address of the page that shows the rubber, at the cards that ask for signatures.

    It is the page of the table while no newer rubber has begun there, else the rubber's own page.
    """
    if next_has_begun(state.rubber):
        return f"{reverse('rubbers:detail', args=[state.rubber.pk])}#consent"
    return f"{reverse('room:table', args=[state.rubber.table_id])}#consent"
