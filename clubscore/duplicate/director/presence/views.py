"""The page with the words of members who are not there, and what its buttons do."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.director.presence import services
from clubscore.duplicate.director.presence.context import presences_context
from clubscore.duplicate.director.presence.forms import FoundThereForm
from clubscore.duplicate.models import Presence, Session
from clubscore.duplicate.session.http import state_or_404
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required
from clubscore.refusals import refusal_as_message


@require_GET
@at_one_moment
def presences(request: MemberRequest, pk: int) -> HttpResponse:
    """The members of a session who say that they are not there: who seated them, and who decided what and why."""
    context = presences_context(state_or_404(pk), request.user)
    return render(request, "duplicate/presence_list.html", context)


@require_POST
def absence(request: MemberRequest, pk: int) -> HttpResponse:
    """Record that the signed-in member is not there, where another member has seated them."""
    session = get_object_or_404(Session, pk=pk)
    with refusal_as_message(request):
        services.say_not_there(session=session, by=request.user, now=timezone.now())
        words = _(
            "The director sees it. Until it is settled, the result counts in no season for you."
        )
        messages.success(request, words)
    return redirect("duplicate:presences", pk=pk)


@require_POST
def presence(request: MemberRequest, pk: int) -> HttpResponse:
    """Record that the signed-in member is there, where another member has seated them.

    While the session is played, the member goes on to their table.
    """
    session = get_object_or_404(Session, pk=pk)
    with refusal_as_message(request):
        services.say_there(session=session, by=request.user, now=timezone.now())
    if session.is_in_play:
        return redirect("duplicate:own-table", pk=pk)
    return redirect("duplicate:detail", pk=pk)


@require_POST
@player_required
def presence_decision(
    request: MemberRequest, pk: int, presence_pk: int
) -> HttpResponse:
    """Decide that a member was there."""
    word = get_object_or_404(
        Presence.objects.select_related("session", "member"),
        pk=presence_pk,
        session=pk,
    )
    form = FoundThereForm(request.POST)
    if form.is_valid():
        with refusal_as_message(request):
            reason = form.cleaned_data["reason"]
            services.find_there(
                presence=word, reason=reason, by=request.user, now=timezone.now()
            )
    else:
        messages.error(request, _("Say in a few words how you know it."))
    return redirect("duplicate:presences", pk=pk)
