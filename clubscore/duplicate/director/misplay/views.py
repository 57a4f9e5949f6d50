"""The page for a round that was played otherwise than planned: what happened, what follows, the choice of a way on."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.director.changing.forms import ReadWayForm
from clubscore.duplicate.director.changing.queries import price_in_words
from clubscore.duplicate.director.misplay import plans as misplay
from clubscore.duplicate.director.misplay.forms import (
    BOARDS,
    SEATS,
    BoardsForm,
    SeatsForm,
)
from clubscore.duplicate.director.misplay.services import record_misplay
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.session.http import directed_or_404
from clubscore.duplicate.session.state import SessionState
from clubscore.members.http import MemberRequest
from clubscore.members.models import Member
from clubscore.members.permissions import player_required
from clubscore.refusals import refusal_on_form
from scoring.movements.change.proposal import Proposal


@require_http_methods(["GET", "POST"])
@at_one_moment
@player_required
def misplayed(request: MemberRequest, pk: int) -> HttpResponse:
    """GET asks what happened, then shows what follows; POST records it with a way to go on."""
    state = directed_or_404(request, pk)
    sent = request.POST if request.method == "POST" else request.GET
    what = sent.get("what")
    seats = SeatsForm(sent if what == SEATS else None, state=state)
    boards = BoardsForm(sent if what == BOARDS else None, state=state)
    kind_form = boards if what == BOARDS else seats
    found, follows = (
        _follows(state, kind_form, request.user)
        if kind_form.is_valid() and state.round
        else ((), [])
    )
    ways = {str(number): way for number, way in enumerate(found)}
    form = ReadWayForm(
        request.POST if request.method == "POST" else None, state=state, ways=ways
    )
    if ways and form.is_valid():
        with refusal_on_form(form):
            record_misplay(
                session=state.session,
                letter=kind_form.letter,
                misplay=kind_form.misplay,
                way=int(form.cleaned_data["way"]),
                from_round=form.cleaned_data["from_round"],
                by=request.user,
                now=timezone.now(),
                read=ways[form.cleaned_data["way"]],
            )
            messages.success(
                request,
                _(
                    "Recorded as it was played. Print the cards anew where the plan has changed."
                ),
            )
            return redirect("duplicate:director", pk=pk)
    prices = {key: price_in_words(way.price) for key, way in ways.items()}
    context = {
        "state": state,
        "session": state.session,
        "forms": [
            (SEATS, _("Two sat in each other’s seats"), seats),
            (BOARDS, _("A table played other boards"), boards),
        ],
        "sent": [(name, kind_form[name].value()) for name in kind_form.fields]
        if kind_form.is_bound
        else [],
        "what": what,
        "form": form,
        "from_round": state.round + 1,
        "follows": follows,
        "choices": [(option, prices[option.data["value"]]) for option in form["way"]],
    }
    wrong = kind_form.errors or form.errors
    return render(
        request, "duplicate/misplay_form.html", context, status=422 if wrong else 200
    )


def _follows(
    state: SessionState, form: SeatsForm | BoardsForm, by: Member
) -> tuple[tuple[Proposal, ...], list[str]]:
    """The ways to go on, and what becomes of the results; a refusal stands on the form."""
    section, results = state.section(form.letter), results_of(state.session.pk)
    if section is None:
        return (), []
    with refusal_on_form(form):
        rows = misplay.played_rows(state, section, form.misplay)
        moved = misplay.moved_results(state, section, rows, results)
        ways = misplay.misplay_ways(state, section, rows, results)
        return ways, misplay.moved_in_words(state, section, moved, results, by)
    return (), []
