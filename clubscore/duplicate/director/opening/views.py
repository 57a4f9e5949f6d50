"""Pages that open a session: the numbers of tables and boards or a movement from a file, then the choice of a plan."""

import secrets
from datetime import datetime
from typing import NamedTuple

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.calendar import evening_of
from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.director.opening.draws import SEEDS
from clubscore.duplicate.director.opening.forms import (
    EveningForm,
    FieldForm,
    PlanForm,
)
from clubscore.duplicate.director.opening.from_file import PREFIX, MovementFileForm
from clubscore.duplicate.director.opening.offers import PlanOffer, offers_of_form
from clubscore.duplicate.director.opening.services import open_session
from clubscore.duplicate.results.practices.queries import current_practice
from clubscore.duplicate.results.terms.forms import PeriodsForm
from clubscore.duplicate.results.terms.queries import USUAL_PERIODS
from clubscore.languages.spoken import refusal_told
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import may_organise, player_required
from clubscore.refusals import refusal_on_form
from clubscore.web.forms.http import posted_data
from scoring.errors import InvalidMovement
from scoring.movements.proposals import MINUTES_A_CHANGE

TEMPLATE = "duplicate/session_opening.html"
# Of scoring, on the form.
_FIELDS = {
    "pairs": "tables",
    "players": "tables",
    "teams": "tables",
    "boards": "boards",
    "sections": "sections",
}


@require_http_methods(["GET", "POST"])
@at_one_moment
@player_required
def opening(request: MemberRequest) -> HttpResponse:
    """GET asks for tables and boards, and shows the plans that fit; POST opens a session with the chosen plan.

    POST with a movement from a file checks the movement, and shows it as the only plan; with a chosen plan POST opens
    the session.
    """
    now = timezone.now()
    choice = _choice(request)
    form = None
    if choice.offers:
        chosen = request.POST if "key" in request.POST else None
        data = chosen if choice.is_from_file else posted_data(request)
        form = PlanForm(
            data,
            offers=choice.offers,
            day=evening_of(now),
            practice=current_practice(),
        )
    is_choosing = request.method == "POST" and (form is None or form.is_bound)
    periods_form = None
    if may_organise(request.user):
        sent = request.POST if is_choosing else None
        periods_form = PeriodsForm(sent, periods=USUAL_PERIODS)
    if not is_choosing:
        status = 422 if choice.has_errors else 200
        return _page(request, choice, form, periods_form, status=status)
    are_valid = periods_form is None or periods_form.is_valid()
    if form is None or not form.is_valid() or not are_valid:
        return _page(request, choice, form, periods_form, status=422)
    return _open(request, choice, form, periods_form, now)


class _Choice(NamedTuple):
    """The first step of an opening: the numbers of the evening or a movement from a file, and the plans that follow."""

    field_form: FieldForm
    file_form: MovementFileForm
    offers: tuple[PlanOffer, ...]

    @property
    def is_from_file(self) -> bool:
        return self.file_form.is_bound

    @property
    def evening(self) -> EveningForm:
        """The form that says when play begins."""
        return self.file_form if self.is_from_file else self.field_form

    @property
    def has_errors(self) -> bool:
        return bool(self.evening.errors)


def _choice(request: MemberRequest) -> _Choice:
    """The first step of an opening, as the request has it."""
    if f"{PREFIX}-tables" in request.POST:
        file_form = MovementFileForm(request.POST, request.FILES)
        offers = (file_form.offer,) if file_form.is_valid() else ()
        return _Choice(FieldForm(), file_form, offers)
    data = request.POST if request.method == "POST" else request.GET
    numbers = data if "tables" in data else None
    field_form = FieldForm(numbers)
    return _Choice(field_form, MovementFileForm(), _offers(field_form))


def _open(
    request: MemberRequest,
    choice: _Choice,
    form: PlanForm,
    periods_form: PeriodsForm | None,
    now: datetime,
) -> HttpResponse:
    """Open a session with the chosen plan, and redirect to its page. If that is refused, show the forms again."""
    day, minutes = evening_of(now), choice.evening.cleaned_data["minutes"]
    drawn = form.drawn(secrets.randbelow(SEEDS))
    periods = periods_form.periods if periods_form else USUAL_PERIODS
    chosen = form.opening(
        day=day,
        start=choice.evening.start(day),
        minutes_a_board=minutes,
        drawn=drawn,
        periods=periods,
    )
    with refusal_on_form(form):
        session = open_session(
            opening=chosen,
            plan_name=str(form.offer.first.name),
            movements=form.movements(drawn),
            key=form.cleaned_data["key"],
            by=request.user,
            now=now,
        )
        return redirect("duplicate:director", pk=session.pk)
    return _page(request, choice, form, periods_form, status=409)


def _offers(form: FieldForm) -> tuple[PlanOffer, ...]:
    """The plans for the numbers in the form; empty if the form was not sent or has an error, or if no plan fits.

    If no plan fits, the form gets an error.
    """
    if not (form.is_bound and form.is_valid()):
        return ()
    given = form.cleaned_data
    try:
        offers = offers_of_form(
            given["form"],
            given["tables"],
            given["boards"],
            sections=given["sections"],
            minutes_a_board=given["minutes"],
            minutes_a_change=MINUTES_A_CHANGE,
        )
    except InvalidMovement as refusal:
        form.add_error(_FIELDS.get(refusal.field), refusal_told(refusal))
        return ()
    if not offers:
        form.add_error(
            "boards",
            _(
                "No plan has about as many boards for so many tables: try other numbers."
            ),
        )
    return offers


def _page(
    request: MemberRequest,
    choice: _Choice,
    form: PlanForm | None,
    periods_form: PeriodsForm | None,
    status: int,
) -> HttpResponse:
    context: dict[str, object] = {
        "field_form": choice.field_form,
        "file_form": choice.file_form,
        "form": form,
        "periods_form": periods_form,
    }
    if form:
        start = choice.evening.start(evening_of(timezone.now()))
        choices = []
        for option, offer in form.choices:
            ends_at = offer.ends(start) if start else None
            choices.append((option, offer, ends_at))
        context["choices"] = choices
    return render(request, TEMPLATE, context, status=status)
