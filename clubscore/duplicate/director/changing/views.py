"""Pages that change a plan during play: they show the ways to go on, each with its price, and adopt the chosen way."""

from collections.abc import Iterable, Mapping

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.director.changing import services
from clubscore.duplicate.director.changing.forms import (
    LatePairForm,
    ReadWayForm,
    WayForm,
    WithdrawnPairForm,
)
from clubscore.duplicate.director.changing.queries import (
    another_round_refusal,
    form_refusal,
    late_pair_ways,
    price_in_words,
    rounds_ways,
    way_in_words,
    withdrawal_ways,
)
from clubscore.duplicate.session.http import directed_or_404
from clubscore.duplicate.session.state import SessionState
from clubscore.languages.spoken import told
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required
from clubscore.refusals import refusal_on_form
from clubscore.web.forms.http import form_page, posted_data
from scoring.movements.change.proposal import Proposal


@require_http_methods(["GET", "POST"])
@at_one_moment
@player_required
def late_pair(request: MemberRequest, pk: int) -> HttpResponse:
    """GET shows the ways to let a late pair in from the next round on; POST seats the pair and adopts a way."""
    state = directed_or_404(request, pk)
    ways: dict[str, Proposal] = {}
    if _goes_on(state) and not form_refusal(state, "late pair"):
        for section in state.sections:
            for number, way in enumerate(late_pair_ways(state, section)):
                ways[f"{section.letter}{number}"] = way
    data = posted_data(request)
    form = LatePairForm(data, state=state, ways=ways)
    if form.is_valid():
        with refusal_on_form(form):
            chosen = form.cleaned_data
            services.let_late_pair_in(
                session=state.session,
                letter=form.letter,
                way=form.number,
                from_round=chosen["from_round"],
                members=[chosen["first"], chosen["partner"]],
                by=request.user,
                now=timezone.now(),
                read=ways[chosen["way"]],
            )
            names = {"first": chosen["first"].name, "partner": chosen["partner"].name}
            messages.success(
                request,
                _("%(first)s and %(partner)s are in. Print the cards anew.") % names,
            )
            return redirect("duplicate:director", pk=pk)
    context = _context(
        state, form, {key: price_in_words(way.price) for key, way in ways.items()}
    ) | {
        "open_numbers": [
            number for section in state.sections for number in section.open_numbers
        ],
        "refused": form_refusal(state, "late pair"),
    }
    return form_page(request, "duplicate/late_pair.html", context, form)


@require_http_methods(["GET", "POST"])
@at_one_moment
@player_required
def withdrawal(request: MemberRequest, pk: int) -> HttpResponse:
    """GET asks who goes home, then shows the ways to go on without them; POST adopts the chosen way."""
    state = directed_or_404(request, pk)
    sent = request.POST if request.method == "POST" else request.GET
    pair_data = sent if "pair" in sent else None
    pair_form = WithdrawnPairForm(pair_data, state=state)
    ways: dict[str, Proposal] = {}
    goes_on = _goes_on(state) or (state.session.is_swiss and state.session.is_in_play)
    if pair_form.is_valid() and goes_on and not form_refusal(state, "withdrawal"):
        section = state.section(pair_form.letter)
        if section:
            offered = withdrawal_ways(state, section, pair_form.number)
            ways = {str(number): way for number, way in enumerate(offered)}
    data = posted_data(request)
    form = ReadWayForm(data, state=state, ways=ways)
    if pair_form.is_valid() and form.is_valid():
        with refusal_on_form(form):
            services.withdraw(
                session=state.session,
                letter=pair_form.letter,
                number=pair_form.number,
                way=int(form.cleaned_data["way"]),
                from_round=form.cleaned_data["from_round"],
                by=request.user,
                now=timezone.now(),
                read=ways[form.cleaned_data["way"]],
            )
            done = _("They go home. Print the cards anew.")
            if state.session.is_swiss:
                done = _("They go home.")
            messages.success(request, done)
            return redirect("duplicate:director", pk=pk)
    context = _context(
        state, form, {key: way_in_words(way) for key, way in ways.items()}
    ) | {
        "pair_form": pair_form,
        "goes_on": goes_on,
        "refused": form_refusal(state, "withdrawal"),
    }
    return form_page(
        request, "duplicate/withdrawal_form.html", context, form, pair_form
    )


@require_http_methods(["GET", "POST"])
@at_one_moment
@player_required
def rounds(request: MemberRequest, pk: int) -> HttpResponse:
    """GET shows the other possible numbers of rounds; POST adopts the chosen number in every section."""
    state = directed_or_404(request, pk)
    ways = rounds_ways(state) if state.session.is_in_play else {}
    data = posted_data(request)
    texts = []
    for number, by_letter in ways.items():
        first = next(iter(by_letter.values()))
        texts.append((str(number), told(first.text)))
    form = WayForm(data, state=state, ways=texts)
    if form.is_valid():
        with refusal_on_form(form):
            services.change_rounds(
                session=state.session,
                rounds=int(form.cleaned_data["way"]),
                from_round=form.cleaned_data["from_round"],
                by=request.user,
                now=timezone.now(),
            )
            count = int(form.cleaned_data["way"])
            done = ngettext(
                "There is %(number)s round. Print the cards anew.",
                "There are %(number)s rounds. Print the cards anew.",
                count,
            )
            messages.success(request, done % {"number": count})
            return redirect("duplicate:director", pk=pk)
    prices = {}
    for number, by_letter in ways.items():
        prices[str(number)] = _prices(by_letter.values())
    context = _context(state, form, prices) | {
        "refused": form_refusal(state, "rounds"),
        "why_no_more": another_round_refusal(state) if state.session.is_in_play else "",
    }
    return form_page(request, "duplicate/rounds_form.html", context, form)


def _goes_on(state: SessionState) -> bool:
    """True if the session is in play and has a round that has not begun."""
    return state.session.is_in_play and state.round < state.rounds


def _context(
    state: SessionState, form: WayForm, prices: Mapping[str, list[str]]
) -> dict[str, object]:
    return {
        "state": state,
        "session": state.session,
        "form": form,
        "from_round": state.round + 1,
        "choices": [(option, prices[option.data["value"]]) for option in form["way"]],
        "many": len(state.sections) > 1,
    }


def _prices(ways: Iterable[Proposal]) -> list[str]:
    """The sentences about the prices of these ways, all in one list."""
    words: list[str] = []
    for way in ways:
        words += price_in_words(way.price)
    return words
