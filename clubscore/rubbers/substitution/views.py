"""Somebody is to play on in another's seat: asking, consenting, taking it back."""

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.members.http import MemberRequest
from clubscore.members.models import Member
from clubscore.members.permissions import player_required
from clubscore.refusals import Refused, refusal_on_form
from clubscore.rubbers.consent.responses import cards_or_page, signer_of
from clubscore.rubbers.models import Substitution
from clubscore.rubbers.rubber.http import page_of, state_or_404
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.substitution import services
from clubscore.rubbers.substitution.forms import SubstituteForm
from scoring import Seat

FOUND_AT_MOST = 8


@require_http_methods(["GET", "POST"])
@player_required
def substitution(request: MemberRequest, pk: int) -> HttpResponse:
    """GET searches members by name, POST asks the other three whether one of them may play on."""
    state = state_or_404(pk)
    if state.seat_of(request.user.pk) is None:
        raise PermissionDenied(_("Only the four players ask for a substitute."))
    if request.method == "GET":
        template = "rubbers/_substitutes.html" if request.htmx else "rubbers/rubber_substitution.html"
        return render(request, template, _context(request, state))
    form = SubstituteForm(request.POST)
    if form.is_valid():
        seat, substitute = Seat(form.cleaned_data["seat"]), form.cleaned_data["substitute"]
        with refusal_on_form(form):
            services.propose_substitute(
                state=state, seat=seat, substitute=substitute, by=request.user, now=timezone.now()
            )
            return redirect(page_of(state))
    return render(request, "rubbers/rubber_substitution.html", _context(request, state, form), status=422)


def _context(request: MemberRequest, state: RubberState, form: SubstituteForm | None = None) -> dict[str, object]:
    words = request.GET.get("q", "").strip()
    return {
        "rubber": state.rubber,
        "seats": [(seat.value, name) for seat, name in state.names.items()],
        "leaver": request.GET.get("seat", ""),
        "form": form,
        "q": words,
        "found": list(_found(words, state)[:FOUND_AT_MOST]) if words else [],
    }


def _found(words: str, state: RubberState) -> QuerySet[Member]:
    here = [player.pk for player in state.players.values()]
    return Member.objects.who_may_sit().named_like(words).exclude(pk__in=here).order_by("is_guest", "name", "pk")


@require_POST
@player_required
def consent(request: MemberRequest, pk: int, substitution_pk: int) -> HttpResponse:
    """One of the other three consents."""
    state = state_or_404(pk)
    proposed = get_object_or_404(Substitution, rubber=pk, pk=substitution_pk)
    try:
        signer = signer_of(request, state)
        services.consent(state=state, substitution=proposed, now=timezone.now(), **signer.signature)
    except Refused as refusal:
        return cards_or_page(request, pk, refusal=refusal)
    return cards_or_page(request, pk)


@require_POST
@player_required
def withdrawal(request: MemberRequest, pk: int, substitution_pk: int) -> HttpResponse:
    """Withdraw a substitution."""
    state = state_or_404(pk)
    proposed = get_object_or_404(Substitution, rubber=pk, pk=substitution_pk)
    try:
        services.withdraw_substitute(state=state, substitution=proposed, by=request.user, now=timezone.now())
    except Refused as refusal:
        return cards_or_page(request, pk, refusal=refusal)
    return cards_or_page(request, pk)
