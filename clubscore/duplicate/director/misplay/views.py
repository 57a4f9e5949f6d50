"""The page for a round that was played otherwise than planned: it asks what happened, and shows the ways to go on."""

from collections.abc import Mapping

from django.contrib import messages
from django.forms.boundfield import BoundWidget
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.approval.forms import LateGroundsForm, is_ready, late_form_of
from clubscore.duplicate.approval.http import to_proposal
from clubscore.duplicate.approval.services import propose
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
from clubscore.duplicate.director.misplay.wiring import proposed_misplay
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.session.http import directed_or_404
from clubscore.duplicate.session.state import SessionState
from clubscore.members.http import MemberRequest
from clubscore.members.models import Member
from clubscore.members.permissions import player_required
from clubscore.refusals import refusal_on_form
from clubscore.web.forms.http import form_page, posted_data
from scoring.movements.change.proposal import Proposal

RECORDED = gettext_lazy(
    "Recorded as it was played. Print the cards anew where the plan has changed."
)


@require_http_methods(["GET", "POST"])
@at_one_moment
@player_required
def misplayed(request: MemberRequest, pk: int) -> HttpResponse:
    """GET asks what happened, then shows the ways to go on; POST records the round as played, with the chosen way."""
    state = directed_or_404(request, pk)
    sent = request.POST if request.method == "POST" else request.GET
    what = sent.get("what")
    seats, boards = SeatsForm(state=state), BoardsForm(state=state)
    kind_form: SeatsForm | BoardsForm = seats
    if what == SEATS:
        kind_form = seats = SeatsForm(sent, state=state)
    elif what == BOARDS:
        kind_form = boards = BoardsForm(sent, state=state)
    proposals: tuple[Proposal, ...] = ()
    follows: list[str] = []
    if kind_form.is_valid() and state.round:
        proposals, follows = _follows(state, kind_form, request.user)
    ways = {str(number): way for number, way in enumerate(proposals)}
    form = ReadWayForm(posted_data(request), state=state, ways=ways)
    late_form = late_form_of(request, state.session, timezone.now(), asks_why=True)
    if ways and form.is_valid() and is_ready(late_form):
        with refusal_on_form(form):
            return _write(request, state, kind_form, form, ways, late_form)
    context = {
        "state": state,
        "session": state.session,
        "forms": [
            (SEATS, _("Two sat in each other’s seats"), seats),
            (BOARDS, _("A table played other boards"), boards),
        ],
        "sent": _values_of(kind_form),
        "what": what,
        "form": form,
        "late_form": late_form,
        "from_round": state.round + 1,
        "follows": follows,
        "choices": _priced(form, ways),
    }
    return form_page(
        request, "duplicate/misplay_form.html", context, kind_form, form, late_form
    )


def _write(
    request: MemberRequest,
    state: SessionState,
    kind_form: SeatsForm | BoardsForm,
    form: ReadWayForm,
    ways: Mapping[str, Proposal],
    late_form: LateGroundsForm | None,
) -> HttpResponse:
    """Record the round as it was played, or propose it after the correction period, and redirect.

    Raises Refused if it is refused.
    """
    sent, now = form.cleaned_data, timezone.now()
    letter, misplay, way = kind_form.letter, kind_form.misplay, ways[sent["way"]]
    if late_form:
        why, key = late_form.cleaned_data["why"], late_form.cleaned_data["late_key"]
        late = propose(
            session=state.session,
            proposed=proposed_misplay(letter, misplay, way, why, key),
            grounds=late_form.grounds,
            by=request.user,
            now=now,
        )
        return to_proposal(request, late)
    record_misplay(
        session=state.session,
        letter=letter,
        misplay=misplay,
        way=int(sent["way"]),
        from_round=sent["from_round"],
        by=request.user,
        now=now,
        read=way,
    )
    messages.success(request, RECORDED)
    return redirect("duplicate:director", pk=state.session.pk)


def _values_of(form: SeatsForm | BoardsForm) -> list[tuple[str, object]]:
    """The name and value of each field of a form that was sent, for hidden fields that send them once more.

    Empty if the form was not sent.
    """
    if not form.is_bound:
        return []
    return [(name, form[name].value()) for name in form.fields]


def _priced(
    form: ReadWayForm, ways: Mapping[str, Proposal]
) -> list[tuple[BoundWidget, list[str]]]:
    """Each choice of a way to go on, with the sentences about its price."""
    priced = []
    for option in form["way"]:
        way = ways[option.data["value"]]
        priced.append((option, price_in_words(way.price)))
    return priced


def _follows(
    state: SessionState, form: SeatsForm | BoardsForm, by: Member
) -> tuple[tuple[Proposal, ...], list[str]]:
    """The consequences of a misplay: the ways to go on, and a sentence for each result that is moved.

    Both are empty if the section does not exist or the change is refused; the form then shows the refusal.
    """
    section, results = state.section(form.letter), results_of(state.session.pk)
    if section is None:
        return (), []
    with refusal_on_form(form):
        rows = misplay.played_rows(state, section, form.misplay)
        moved = misplay.moved_results(state, section, rows, results)
        ways = misplay.misplay_ways(state, section, rows, results)
        return ways, misplay.moved_in_words(state, section, moved, results, by)
    return (), []
