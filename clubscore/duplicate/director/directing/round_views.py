"""The views of rounds: the next round, its clock, a round that is taken back, the end of play and its reopening."""

from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.director.directing import (
    clock_services,
    services,
    taking_back,
)
from clubscore.duplicate.director.directing.context import director_page
from clubscore.duplicate.director.directing.forms import (
    ExtensionForm,
    RoundForm,
    StepForm,
)
from clubscore.duplicate.director.directing.left_open import LeftOpen
from clubscore.duplicate.session.http import directed_or_404
from clubscore.duplicate.session.state import SessionState
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required
from clubscore.refusals import Refused, refusal_as_message


@require_http_methods(["GET", "POST"])
@at_one_moment
@player_required
def round_start(request: MemberRequest, pk: int) -> HttpResponse:
    """GET says what is unplayed and open, and asks whether the next round begins. POST begins it.

    A POST that has not been asked gets the question, if something is open. The first round starts the session. GET does
    not ask if no round can begin: it says why, and redirects to the director's page.
    """
    state = directed_or_404(request, pk)
    if request.method == "GET":
        with refusal_as_message(request):
            services.require_ready_to_start(state, state.round + 1)
            left = _left(request, state)
            return _question(request, "duplicate/round_start.html", state, left)
        return redirect("duplicate:director", pk=pk)
    left = _left(request, state)
    form = StepForm(request.POST)
    with refusal_as_message(request):
        if not form.is_valid():
            raise Refused(_("Say which round begins."))
        round = form.cleaned_data["round"]
        is_next = round == state.round + 1
        if is_next and not left.is_nothing and form.cleaned_data["left"] != left.mark:
            return _question(request, "duplicate/round_start.html", state, left)
        services.start_round(
            session=state.session, round=round, by=request.user, now=timezone.now()
        )
    return redirect("duplicate:director", pk=pk)


@require_http_methods(["GET", "POST"])
@at_one_moment
@player_required
def ending(request: MemberRequest, pk: int) -> HttpResponse:
    """GET says what is unplayed and open, and asks whether play is over. POST ends play.

    A POST that has not been asked, or that was asked before something else opened, gets the question. Neither asks if
    play cannot end: a message says why, and the answer is a redirect to the director's page.
    """
    state = directed_or_404(request, pk)
    if request.method == "GET":
        with refusal_as_message(request):
            services.require_last_round(state)
            if state.session.is_over:
                words = _("%(session)s is over.")
                raise Refused(words % {"session": state.session.name})
            left = _left(request, state)
            return _question(request, "duplicate/session_ending.html", state, left)
        return redirect("duplicate:director", pk=pk)
    left = _left(request, state)
    form = StepForm(request.POST)
    with refusal_as_message(request):
        if not form.is_valid():
            raise Refused(
                _("That form was cut off or too old. Look, and answer again.")
            )
        services.require_last_round(state)
        if form.cleaned_data["left"] != left.mark and state.session.is_in_play:
            return _question(request, "duplicate/session_ending.html", state, left)
        services.end_play(
            session=state.session,
            after=form.cleaned_data["round"],
            by=request.user,
            now=timezone.now(),
        )
    return redirect("duplicate:director", pk=pk)


def _left(request: MemberRequest, state: SessionState) -> LeftOpen:
    """The boards, calls and appeals that are open in a session."""
    now = timezone.now()
    return director_page(state, viewer=request.user, now=now, round=None).left


def _question(
    request: MemberRequest, template: str, state: SessionState, left: LeftOpen
) -> HttpResponse:
    """The page that asks whether the next round begins or play is over."""
    context = {
        "session": state.session,
        "state": state,
        "left": left,
        "next_round": state.round + 1,
        "sent": request.method == "POST",
    }
    return render(request, template, context)


@require_POST
@player_required
def round_taking_back(request: MemberRequest, pk: int) -> HttpResponse:
    """POST takes back the start of the current round."""
    return _about_a_round(request, pk, taking_back.take_back_round)


@require_POST
@player_required
def clock_pause(request: MemberRequest, pk: int) -> HttpResponse:
    """POST stops the clock of the current round."""
    return _about_a_round(request, pk, clock_services.pause_round)


@require_POST
@player_required
def clock_resume(request: MemberRequest, pk: int) -> HttpResponse:
    """POST lets the clock of the current round go on."""
    return _about_a_round(request, pk, clock_services.resume_round)


def _about_a_round(
    request: MemberRequest, pk: int, write: Callable[..., None]
) -> HttpResponse:
    """Call a service with the round that the form names, and redirect to the director's page."""
    state = directed_or_404(request, pk)
    form = RoundForm(request.POST)
    with refusal_as_message(request):
        if not form.is_valid():
            raise Refused(
                _("That form was cut off or too old. Look, and answer again.")
            )
        round, now = form.cleaned_data["round"], timezone.now()
        write(session=state.session, round=round, by=request.user, now=now)
    return redirect("duplicate:director", pk=pk)


@require_POST
@player_required
def clock_extension(request: MemberRequest, pk: int) -> HttpResponse:
    """POST adds minutes to the clock of the current round."""
    state = directed_or_404(request, pk)
    form = ExtensionForm(request.POST)
    with refusal_as_message(request):
        if not form.is_valid():
            raise Refused(_("Say by how many minutes: 1 to 60."))
        clock_services.extend_round(
            session=state.session,
            **form.cleaned_data,
            by=request.user,
            now=timezone.now(),
        )
    return redirect("duplicate:director", pk=pk)


@require_POST
@player_required
def reopening(request: MemberRequest, pk: int) -> HttpResponse:
    """POST lets play that is over go on, while nothing is published."""
    state = directed_or_404(request, pk)
    with refusal_as_message(request):
        taking_back.reopen_play(
            session=state.session, by=request.user, now=timezone.now()
        )
    return redirect("duplicate:director", pk=pk)
