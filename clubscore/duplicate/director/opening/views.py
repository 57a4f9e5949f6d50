"""Pages that open a session: the numbers of tables and boards, the plans that fit them, and the choice of a plan."""

import secrets
from datetime import datetime

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.calendar import evening_of
from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.director.opening.draws import SEEDS
from clubscore.duplicate.director.opening.forms import FieldForm, PlanForm
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
    """GET asks for tables and boards, and shows the plans that fit; POST opens a session with the chosen plan."""
    now = timezone.now()
    data = request.POST if request.method == "POST" else request.GET
    field_data = data if "tables" in data else None
    field_form = FieldForm(field_data)
    offers = _offers(field_form)
    form = None
    if offers:
        form = PlanForm(
            posted_data(request),
            offers=offers,
            day=evening_of(now),
            practice=current_practice(),
        )
    periods_form = None
    if may_organise(request.user):
        periods_form = PeriodsForm(posted_data(request), periods=USUAL_PERIODS)
    if request.method == "GET":
        status = 422 if field_form.errors else 200
        return _page(request, field_form, form, periods_form, status=status)
    are_valid = periods_form is None or periods_form.is_valid()
    if form is None or not form.is_valid() or not are_valid:
        return _page(request, field_form, form, periods_form, status=422)
    return _open(request, field_form, form, periods_form, now)


def _open(
    request: MemberRequest,
    field_form: FieldForm,
    form: PlanForm,
    periods_form: PeriodsForm | None,
    now: datetime,
) -> HttpResponse:
    """Open a session with the chosen plan, and redirect to its page. If that is refused, show the forms again."""
    day, minutes = evening_of(now), field_form.cleaned_data["minutes"]
    drawn = form.drawn(secrets.randbelow(SEEDS))
    periods = periods_form.periods if periods_form else USUAL_PERIODS
    chosen = form.opening(
        day=day,
        start=field_form.start(day),
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
    return _page(request, field_form, form, periods_form, status=409)


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
    field_form: FieldForm,
    form: PlanForm | None,
    periods_form: PeriodsForm | None,
    status: int,
) -> HttpResponse:
    context: dict[str, object] = {
        "field_form": field_form,
        "form": form,
        "periods_form": periods_form,
    }
    if form:
        start = field_form.start(evening_of(timezone.now()))
        choices = []
        for option, offer in form.choices:
            ends_at = offer.ends(start) if start else None
            choices.append((option, offer, ends_at))
        context["choices"] = choices
    return render(request, TEMPLATE, context, status=status)
