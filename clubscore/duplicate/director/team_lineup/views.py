"""The page of a team's line-up."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.director.seating.services import MOST
from clubscore.duplicate.director.team_lineup.forms import JoinForm, LineupForm
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


@require_http_methods(["GET", "POST"])
@at_one_moment
@player_required
def team_lineup(
    request: MemberRequest, pk: int, letter: str, number: int
) -> HttpResponse:
    """GET shows who of a team plays in which rounds; POST names the four from a round on, or who joins."""
    state = state_or_404(pk)
    section = section_or_404(state, letter)
    if state.session.noun != "team" or number not in section.players:
        raise Http404(f"No team has number {letter}{number}.")
    if not may_line_up(state, section, number, request.user):
        raise PermissionDenied(DIRECTORS_ONLY)
    sent = request.POST if request.method == "POST" else None
    joins, directs = (
        sent is not None and "member" in sent,
        may_direct(state.session, request.user),
    )
    form = LineupForm(
        None if joins else sent,
        state=state,
        section=section,
        number=number,
        directs=directs,
    )
    join_form = JoinForm(sent if joins else None, state=state, directs=directs)
    who: dict[str, Any] = {
        "letter": letter,
        "number": number,
        "by": request.user,
        "now": timezone.now(),
    }
    if joins and join_form.is_valid():
        with refusal_on_form(join_form):
            member = join_team(
                session=state.session, **join_form.cleaned_data, **who
            ).member
            messages.success(
                request, _("%(name)s is of the team now.") % {"name": member.name}
            )
            return redirect(
                "duplicate:team-lineup", pk=pk, letter=letter, number=number
            )
    elif form.is_valid():
        with refusal_on_form(form):
            last = line_up_team(session=state.session, **form.lineup, **who)
            messages.success(request, _written(last))
            return redirect(
                "duplicate:team-lineup", pk=pk, letter=letter, number=number
            )
    context = {
        "state": state,
        "session": state.session,
        "number": number,
        "form": form,
        "join_form": join_form,
        "may_join": len(section.players[number]) < MOST["team"]
        and not state.session.is_over,
        "goes_on": not (state.session.is_over or state.session.is_cancelled)
        and state.round < state.rounds,
        "rounds": _rounds(state, section, number),
    }
    wrong = form.errors or join_form.errors
    return render(
        request, "duplicate/team_lineup.html", context, status=422 if wrong else 200
    )


def _written(last: int | None) -> str:
    if last is None:
        return _("The line-up is written down.")
    words = _(
        "The line-up is written down up to round %(round)s: what was said of later rounds stands."
    )
    return words % {"round": last}


def _rounds(
    state: SessionState, section: SectionState, number: int
) -> list[tuple[int, str, str, str]]:
    """Each round with those who sit North and South, East and West, and who wait."""
    found, team = [], section.places_of(number)
    for round in range(1, state.rounds + 1):
        ns, ew = (
            names_of(
                place.member
                for place in team
                if place.covers(round) and place.seat in line
            )
            for line in ("NS", "EW")
        )
        waiting = [
            each.member
            for each in team
            if each.waits and each.from_round <= round <= each.last_round
        ]
        found.append((round, ns, ew, names_of(waiting)))
    return found
