"""The page of a team's line-up."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.duplicate.http import section_or_404, state_or_404
from clubscore.duplicate.lineup import names_of
from clubscore.duplicate.permissions import DIRECTORS_ONLY
from clubscore.duplicate.seating.services import MOST
from clubscore.duplicate.state import SectionState, SessionState
from clubscore.duplicate.substituting.team_forms import JoinForm, LineupForm
from clubscore.duplicate.substituting.team_services import join_team, line_up_team, may_line_up
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required
from clubscore.refusals import refusal_on_form


@require_http_methods(["GET", "POST"])
@player_required
def team_lineup(request: MemberRequest, pk: int, letter: str, number: int) -> HttpResponse:
    """GET shows who of a team plays in which rounds; POST names the four from a round on, or who joins."""
    state = state_or_404(pk)
    section = section_or_404(state, letter)
    if state.session.noun != "team" or number not in section.players:
        raise Http404(f"No team has number {letter}{number}.")
    if not may_line_up(state, section, number, request.user):
        raise PermissionDenied(DIRECTORS_ONLY)
    sent = request.POST if request.method == "POST" else None
    joins = sent is not None and "member" in sent
    form = LineupForm(None if joins else sent, state=state, section=section, number=number)
    join_form = JoinForm(sent if joins else None, state=state)
    session, now = state.session, timezone.now()
    if joins and join_form.is_valid():
        with refusal_on_form(join_form):
            member = join_form.cleaned_data["member"]
            join_team(session=session, letter=letter, number=number, member=member, by=request.user, now=now)
            messages.success(request, _("%(name)s is of the team now.") % {"name": member.name})
            return redirect("duplicate:team-lineup", pk=pk, letter=letter, number=number)
    elif form.is_valid():
        with refusal_on_form(form):
            line_up_team(
                session=session,
                letter=letter,
                number=number,
                seats=form.seats,
                from_round=form.cleaned_data["from_round"],
                by=request.user,
                now=now,
            )
            messages.success(request, _("The line-up is written down."))
            return redirect("duplicate:team-lineup", pk=pk, letter=letter, number=number)
    context = {
        "state": state,
        "session": state.session,
        "number": number,
        "form": form,
        "join_form": join_form,
        "may_join": len(section.players[number]) < MOST["team"] and not state.session.is_over,
        "goes_on": not (state.session.is_over or state.session.is_cancelled) and state.round < state.rounds,
        "rounds": _rounds(state, section, number),
    }
    wrong = form.errors or join_form.errors
    return render(request, "duplicate/team_lineup.html", context, status=422 if wrong else 200)


def _rounds(state: SessionState, section: SectionState, number: int) -> list[tuple[int, str, str, str]]:
    """Each round with those who sit North and South, East and West, and who wait."""
    found, team = [], section.places_of(number)
    for round in range(1, state.rounds + 1):
        ns, ew = (
            names_of(place.member for place in team if place.covers(round) and place.seat in line)
            for line in ("NS", "EW")
        )
        waiting = [each.member for each in team if each.waits and each.from_round <= round <= each.last_round]
        found.append((round, ns, ew, names_of(waiting)))
    return found
