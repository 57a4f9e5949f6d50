"""The director's page, and what its buttons do."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.director.directing import services
from clubscore.duplicate.director.directing.checking import check_result
from clubscore.duplicate.director.directing.context import deputies_of, director_context
from clubscore.duplicate.director.directing.forms import (
    CancelForm,
    CheckForm,
    DeputyForm,
)
from clubscore.duplicate.models import Call
from clubscore.duplicate.play.entering import calls
from clubscore.duplicate.session.http import directed_or_404
from clubscore.duplicate.slot import Slot
from clubscore.members.http import MemberRequest
from clubscore.members.models import Member
from clubscore.members.permissions import player_required
from clubscore.refusals import Refused, refusal_as_message, refusal_on_form
from clubscore.web.forms.http import form_page, posted_data
from clubscore.web.pagination import page_number


@require_GET
@at_one_moment
@player_required
def director(request: MemberRequest, pk: int) -> HttpResponse:
    """The page of the director: the boards of the current round, or of `?round=`, and the next tasks."""
    state = directed_or_404(request, pk)
    round = page_number(request.GET["round"]) if "round" in request.GET else None
    context = director_context(
        state, viewer=request.user, now=timezone.now(), round=round
    )
    return render(request, "duplicate/session_director.html", context)


@require_POST
@player_required
def call_answer(request: MemberRequest, pk: int, call_pk: int) -> HttpResponse:
    """POST answers a call: it tells the table that has called that the director is coming."""
    directed_or_404(request, pk)
    calls.answer_call(
        call=get_object_or_404(Call, pk=call_pk, session=pk),
        by=request.user,
        now=timezone.now(),
    )
    return redirect("duplicate:director", pk=pk)


@require_POST
@player_required
def slot_check(request: MemberRequest, pk: int, slot: Slot) -> HttpResponse:
    """POST records that the director finds a result right, so that the page does not warn of it any more."""
    directed_or_404(request, pk)
    form = CheckForm(request.POST)
    with refusal_as_message(request):
        if not form.is_valid():
            raise Refused(
                _("That form was cut off or too old. Look, and answer again.")
            )
        version = form.cleaned_data["version"]
        check_result(
            session_id=pk,
            slot=slot,
            version=version,
            by=request.user,
            now=timezone.now(),
        )
    return redirect("duplicate:director", pk=pk)


@require_http_methods(["GET", "POST"])
@at_one_moment
@player_required
def cancellation(request: MemberRequest, pk: int) -> HttpResponse:
    """GET asks for the reason; POST cancels the session."""
    state = directed_or_404(request, pk)
    form = CancelForm(posted_data(request))
    if form.is_valid():
        with refusal_on_form(form):
            services.cancel(
                session=state.session,
                reason=form.cleaned_data["reason"],
                by=request.user,
                now=timezone.now(),
            )
            return redirect("duplicate:detail", pk=pk)
    context = {"session": state.session, "form": form}
    return form_page(request, "duplicate/session_cancellation.html", context, form)


@require_http_methods(["GET", "POST"])
@at_one_moment
@player_required
def deputies(request: MemberRequest, pk: int) -> HttpResponse:
    """GET shows the deputies; POST makes another member a deputy of the director."""
    state = directed_or_404(request, pk)
    form = DeputyForm(posted_data(request), state=state)
    if form.is_valid():
        with refusal_on_form(form):
            services.name_deputy(
                session=state.session,
                member=form.cleaned_data["member"],
                by=request.user,
                now=timezone.now(),
            )
            return redirect("duplicate:director", pk=pk)
    context = {
        "session": state.session,
        "deputies": deputies_of(state.session),
        "form": form,
    }
    return form_page(request, "duplicate/deputy_list.html", context, form)


@require_POST
@player_required
def deputy_end(request: MemberRequest, pk: int, member_pk: int) -> HttpResponse:
    """POST ends the time of a deputy, who then directs no more."""
    state = directed_or_404(request, pk)
    member = get_object_or_404(Member, pk=member_pk)
    with refusal_as_message(request):
        services.dismiss_deputy(
            session=state.session, member=member, by=request.user, now=timezone.now()
        )
    return redirect("duplicate:director", pk=pk)
