"""Pages about substitutes: proposing a substitute, consenting, withdrawing the proposal."""

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
from clubscore.rubbers.rubber.http import desk_or_404, page_of, state_or_404
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.substitution import services
from clubscore.rubbers.substitution.forms import RubberSubstituteForm
from scoring import Seat

FOUND_AT_MOST = 8


@require_http_methods(["GET", "POST"])
@player_required
def substitution(request: MemberRequest, pk: int) -> HttpResponse:
    """GET searches members by name; POST proposes one of them as a substitute to the other three players."""
    state = state_or_404(pk)
    if request.user.pk not in state.seat_by_member:
        raise PermissionDenied(_("Only the four players ask for a substitute."))
    if request.method == "GET":
        template = (
            "rubbers/_substitutes.html"
            if request.htmx
            else "rubbers/rubber_substitution.html"
        )
        return render(request, template, _context(request, state))
    form = RubberSubstituteForm(request.POST)
    if form.is_valid():
        with refusal_on_form(form):
            services.propose_substitute(
                state=state,
                seat=Seat(form.cleaned_data["seat"]),
                substitute=form.cleaned_data["substitute"],
                by=request.user,
                now=timezone.now(),
            )
            return redirect(page_of(state))
    return render(
        request,
        "rubbers/rubber_substitution.html",
        _context(request, state, form),
        status=422,
    )


def _context(
    request: MemberRequest, state: RubberState, form: RubberSubstituteForm | None = None
) -> dict[str, object]:
    words = request.GET.get("q", "").strip()
    found: list[Member] = []
    if words:
        found = list(_substitutes_named(words, state)[:FOUND_AT_MOST])
    return {
        "rubber": state.rubber,
        "seats": [(seat.value, name) for seat, name in state.names.items()],
        "leaver": request.GET.get("seat", ""),
        "form": form,
        "q": words,
        "found": found,
    }


def _substitutes_named(words: str, state: RubberState) -> QuerySet[Member]:
    """Members with a name like these words who may sit at tables and do not play in this rubber, guests last."""
    players = [player.pk for player in state.players.values()]
    others = Member.objects.who_may_sit().exclude(pk__in=players)
    return others.named_like(words).order_by("is_guest", "name", "pk")


@require_POST
@player_required
def consent(request: MemberRequest, pk: int, substitution_pk: int) -> HttpResponse:
    """One of the other three players consents to a substitute."""
    desk = desk_or_404(request, pk)
    proposed = get_object_or_404(Substitution, rubber=pk, pk=substitution_pk)
    try:
        signer = signer_of(request, desk)
        services.consent(
            state=desk.state,
            substitution=proposed,
            now=timezone.now(),
            **signer.signature,
        )
    except Refused as refusal:
        return cards_or_page(request, pk, refusal=refusal)
    return cards_or_page(request, pk)


@require_POST
@player_required
def withdrawal(request: MemberRequest, pk: int, substitution_pk: int) -> HttpResponse:
    """The player who proposed a substitute withdraws the proposal."""
    state = state_or_404(pk)
    proposed = get_object_or_404(Substitution, rubber=pk, pk=substitution_pk)
    try:
        services.withdraw_substitute(
            state=state, substitution=proposed, by=request.user, now=timezone.now()
        )
    except Refused as refusal:
        return cards_or_page(request, pk, refusal=refusal)
    return cards_or_page(request, pk)
