"""The page that shows who plays for a team in each round, and changes the line-up."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.director.seating.services import MOST
from clubscore.duplicate.director.team_lineup.forms import JoinTeamForm, LineupForm
from clubscore.duplicate.director.team_lineup.services import (
    join_team,
    line_up_team,
    may_line_up,
)
from clubscore.duplicate.session.http import section_or_404, state_or_404
from clubscore.duplicate.session.lineup import names_of
from clubscore.duplicate.session.permissions import DIRECTORS_ONLY, may_direct
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required
from clubscore.refusals import refusal_on_form
from clubscore.web.forms.http import form_page, posted_data


@require_http_methods(["GET", "POST"])
@at_one_moment
@player_required
def team_lineup(
    request: MemberRequest, pk: int, letter: str, number: int
) -> HttpResponse:
    """GET shows the members of a team who play in each round; POST sets the four who play, or adds a member."""
    state = state_or_404(pk)
    section = section_or_404(state, letter)
    if state.session.noun != "team" or number not in section.players:
        raise Http404(f"No team has number {letter}{number}.")
    if not may_line_up(state, section, number, request.user):
        raise PermissionDenied(DIRECTORS_ONLY)
    form, join_form = _forms(request, state, section, number)
    team: dict[str, Any] = {
        "session": state.session,
        "letter": letter,
        "number": number,
    }
    here = reverse("duplicate:team-lineup", args=[pk, letter, number])
    if join_form.is_valid():
        with refusal_on_form(join_form):
            place = join_team(
                **team, **join_form.cleaned_data, by=request.user, now=timezone.now()
            )
            words = _("%(name)s is of the team now.")
            messages.success(request, words % {"name": place.member.name})
            return redirect(here)
    elif form.is_valid():
        with refusal_on_form(form):
            last = line_up_team(
                **team, **form.lineup, by=request.user, now=timezone.now()
            )
            messages.success(request, _written(last))
            return redirect(here)
    session = state.session
    has_room = len(section.players[number]) < MOST["team"]
    has_ended = session.is_over or session.is_cancelled
    context = {
        "state": state,
        "session": session,
        "number": number,
        "form": form,
        "join_form": join_form,
        "may_join": has_room and not session.is_over,
        "goes_on": not has_ended and state.round < state.rounds,
        "rounds": _rounds(state, section, number),
    }
    return form_page(request, "duplicate/team_lineup.html", context, form, join_form)


def _forms(
    request: MemberRequest, state: SessionState, section: SectionState, number: int
) -> tuple[LineupForm, JoinTeamForm]:
    """The form of the line-up and the form of a new member. Only the form that was sent has data."""
    directs = may_direct(state.session, request.user)
    data = posted_data(request)
    line_up_data = join_data = None
    if data and "member" in data:
        join_data = data
    else:
        line_up_data = data
    form = LineupForm(
        line_up_data, state=state, section=section, number=number, directs=directs
    )
    return form, JoinTeamForm(join_data, state=state, directs=directs)


def _written(last: int | None) -> str:
    """The message that a line-up was written.

    The line-up holds up to round `last`; if `last` is None, it holds to the end of the session.
    """
    if last is None:
        return _("The line-up is written down.")
    words = _(
        "The line-up is written down up to round %(round)s: what was said of later rounds stands."
    )
    return words % {"round": last}


def _rounds(
    state: SessionState, section: SectionState, number: int
) -> list[tuple[int, str, str, str]]:
    """Each round with the names of the players at North and South, at East and West, and of the waiting players."""
    rounds = []
    team = section.places_of(number)
    for round in range(1, state.rounds + 1):
        sitting = [place for place in team if place.covers(round)]
        ns = names_of(place.member for place in sitting if place.seat in "NS")
        ew = names_of(place.member for place in sitting if place.seat in "EW")
        there = [
            place for place in team if place.from_round <= round <= place.last_round
        ]
        waiting = names_of(place.member for place in there if place.waits)
        rounds.append((round, ns, ew, waiting))
    return rounds
