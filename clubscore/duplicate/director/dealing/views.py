"""Pages about the hands of a session, for a director."""

from collections.abc import Callable
from datetime import datetime

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.calendar import day_words
from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.director.dealing import services
from clubscore.duplicate.director.dealing.forms import DealingForm, SetForm
from clubscore.duplicate.outcomes.sight import viewer_of
from clubscore.duplicate.session.http import directed_or_404
from clubscore.duplicate.session.state import SessionState
from clubscore.hands.context import grouped
from clubscore.hands.queries import is_open, may_see_cards
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required
from clubscore.refusals import refusal_as_message, refusal_on_form
from clubscore.web.forms.http import form_page, posted_data


@require_http_methods(["GET", "POST"])
@at_one_moment
@player_required
def hands(request: MemberRequest, pk: int) -> HttpResponse:
    """GET shows the set of the session, or the forms to get a set; POST names an existing set."""
    state = directed_or_404(request, pk)
    form = SetForm(posted_data(request), state=state)
    if form.is_valid():
        with refusal_on_form(form):
            chosen = form.cleaned_data["deal_set"]
            services.name_set(
                session=state.session,
                deal_set=chosen,
                by=request.user,
                now=timezone.now(),
            )
            return redirect("duplicate:hands", pk=pk)
    return _page(request, state, form, _dealing_form(state))


@require_POST
@player_required
def dealing(request: MemberRequest, pk: int) -> HttpResponse:
    """POST deals a set for the boards of the session."""
    state = directed_or_404(request, pk)
    form = DealingForm(request.POST)
    if form.is_valid():
        with refusal_on_form(form):
            name = form.cleaned_data["name"]
            services.deal_hands(
                session=state.session, name=name, by=request.user, now=timezone.now()
            )
            return redirect("duplicate:hands", pk=pk)
    return _page(request, state, SetForm(state=state), form)


@require_POST
@player_required
def look(request: MemberRequest, pk: int) -> HttpResponse:
    """POST records that the director looks at the cards, to make up the boards."""
    return _done(request, pk, services.look_at_hands)


@require_POST
@player_required
def opening(request: MemberRequest, pk: int) -> HttpResponse:
    """POST opens the hands of the session to everybody."""
    return _done(request, pk, services.open_hands)


def _done(request: MemberRequest, pk: int, act: Callable[..., None]) -> HttpResponse:
    state = directed_or_404(request, pk)
    with refusal_as_message(request):
        act(session=state.session, by=request.user, now=timezone.now())
    return redirect("duplicate:hands", pk=pk)


def _dealing_form(state: SessionState) -> DealingForm:
    """The form to deal a set, with a name made of the session and its day."""
    name = f"{state.session.name}, {day_words(state.session.day)}"
    return DealingForm(initial={"name": name[:80]})


def _page(
    request: MemberRequest,
    state: SessionState,
    form: SetForm,
    dealing_form: DealingForm,
) -> HttpResponse:
    context: dict[str, object] = {
        "state": state,
        "session": state.session,
        "form": form,
        "dealing_form": dealing_form,
        "has_choice": form.fields["deal_set"].queryset.exists(),  # type: ignore[attr-defined]
    }
    context |= _set_context(request, state, timezone.now())
    return form_page(
        request, "duplicate/session_hands.html", context, form, dealing_form
    )


def _set_context(
    request: MemberRequest, state: SessionState, now: datetime
) -> dict[str, object]:
    """The template variables about the set of the session; empty if the session names no set."""
    deal_set = state.session.deal_set
    if deal_set is None:
        return {}
    return {
        "set": deal_set,
        "digest": grouped(deal_set.digest),
        "is_open": is_open(deal_set, now),
        "may_see_cards": may_see_cards(request.user, deal_set, now),
        "plays": viewer_of(state, request.user, directs=True).entry is not None,
    }
