"""Pages on which a member takes a place, and on which a director seats entries."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.director.seating import services
from clubscore.duplicate.director.seating.forms import (
    EntryForm,
    EntryListForm,
    PlaceForm,
)
from clubscore.duplicate.director.seating.queries import pairs_in_the_room, place_words
from clubscore.duplicate.models import Session
from clubscore.duplicate.results.page.context import may_join
from clubscore.duplicate.session.http import (
    directed_or_404,
    section_or_404,
    state_or_404,
)
from clubscore.duplicate.session.state import SessionState
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required
from clubscore.refusals import refusal_as_message, refusal_on_form
from clubscore.web.forms.http import form_page, posted_data

_SEATED = {
    "pair": ngettext_lazy(
        "%(number)s pair has its number.",
        "%(number)s pairs have their numbers.",
        "number",
    ),
    "team": ngettext_lazy(
        "%(number)s team has its number.",
        "%(number)s teams have their numbers.",
        "number",
    ),
    "player": ngettext_lazy(
        "%(number)s player has a number.",
        "%(number)s players have their numbers.",
        "number",
    ),
}
"""The message after a director has seated entries, by the kind of entry: `pair`, `team` or `player`."""


@require_GET
@at_one_moment
def table(request: MemberRequest, name: str) -> HttpResponse:
    """The page behind the code on a table. It redirects to the form for a place at the table, if the member may join.

    Otherwise it redirects to the member's own table of a session in play, to the page of the session, or, if no
    session is open, to the list of sessions.
    """
    session = Session.objects.open().order_by("-day", "-pk").first()
    if session is None:
        messages.info(request, _("No session is open now."))
        return redirect("duplicate:index")
    state = state_or_404(session.pk)
    if may_join(state, request.user):
        return redirect(
            f"{reverse('duplicate:seat', args=[session.pk])}?{urlencode({'table': name})}"
        )
    if session.is_in_play and state.entry_of(request.user):
        return redirect("duplicate:own-table", pk=session.pk)
    return redirect("duplicate:detail", pk=session.pk)


@require_http_methods(["GET", "POST"])
@at_one_moment
@player_required
def seat(request: MemberRequest, pk: int) -> HttpResponse:
    """GET shows the form for a place; POST seats the member with a partner or a team.

    `?table=` offers only the numbers of one table.
    """
    state = state_or_404(pk)
    at = request.GET.get("table", "")
    data = posted_data(request)
    form = PlaceForm(data, state=state, member=request.user, table=at)
    if form.is_valid():
        with refusal_on_form(form):
            services.seat(
                session=state.session,
                taken=[form.taken],
                by=request.user,
                now=timezone.now(),
            )
            messages.success(request, _("You are in."))
            return redirect("duplicate:detail", pk=pk)
    context = {
        "session": state.session,
        "form": form,
        "table": at,
        "may_join": may_join(state, request.user),
    }
    return form_page(request, "duplicate/place_form.html", context, form)


@require_http_methods(["GET", "POST"])
@at_one_moment
@player_required
def entries(request: MemberRequest, pk: int) -> HttpResponse:
    """GET shows the director every number with its members; POST seats one entry."""
    state = directed_or_404(request, pk)
    form = EntryForm(posted_data(request), state=state)
    if form.is_valid():
        with refusal_on_form(form):
            services.seat(
                session=state.session,
                taken=[form.taken],
                by=request.user,
                now=timezone.now(),
            )
            return redirect("duplicate:entries", pk=pk)
    return _entries_page(request, state, form, EntryListForm(state=state))


@require_POST
@player_required
def entry_list(request: MemberRequest, pk: int) -> HttpResponse:
    """POST seats the entries of a typed list."""
    state = directed_or_404(request, pk)
    form = EntryListForm(request.POST, state=state)
    if form.is_valid():
        with refusal_on_form(form):
            taken = form.cleaned_data["lines"]
            services.seat(
                session=state.session, taken=taken, by=request.user, now=timezone.now()
            )
            messages.success(
                request, _SEATED[state.session.noun] % {"number": len(taken)}
            )
            return redirect("duplicate:entries", pk=pk)
    return _entries_page(request, state, EntryForm(state=state), form)


@require_POST
@player_required
def entries_from_room(request: MemberRequest, pk: int) -> HttpResponse:
    """POST seats the pairs that sit at the tables of the room."""
    state = directed_or_404(request, pk)
    taken = pairs_in_the_room(state)
    with refusal_as_message(request):
        if taken:
            services.seat(
                session=state.session, taken=taken, by=request.user, now=timezone.now()
            )
        words = _("No pair sits at a table of the room.")
        if taken:
            words = _SEATED["pair"] % {"number": len(taken)}
        messages.success(request, words)
    return redirect("duplicate:entries", pk=pk)


@require_POST
@player_required
def departure(
    request: MemberRequest, pk: int, letter: str, number: int
) -> HttpResponse:
    """POST frees a number before play begins."""
    state = state_or_404(pk)
    section_or_404(state, letter)
    with refusal_as_message(request):
        services.unseat(
            session=state.session,
            letter=letter,
            number=number,
            by=request.user,
            now=timezone.now(),
        )
    if request.POST.get("back") == "own":
        return redirect("duplicate:detail", pk=pk)
    return redirect("duplicate:entries", pk=pk)


def _entries_page(
    request: MemberRequest,
    state: SessionState,
    form: EntryForm,
    list_form: EntryListForm,
) -> HttpResponse:
    """The page of the entries, with a form for one entry and a form for a list."""
    round = max(state.round, 1)
    numbers = []
    for section in state.sections:
        for number in section.movement.entries:
            players = section.members_in(number, round)
            words = place_words(state, section, number)
            numbers.append((section, number, players, words))
    context = {
        "session": state.session,
        "numbers": numbers,
        "taken": sum(bool(players) for *_place, players, _words in numbers),
        "form": form,
        "list_form": list_form,
        "in_the_room": pairs_in_the_room(state),
    }
    return form_page(request, "duplicate/entry_list.html", context, form, list_form)
