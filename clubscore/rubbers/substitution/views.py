"""Somebody is to play on in another's seat: asking, consenting, taking it back."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.members.http import MemberRequest
from clubscore.members.models import Member
from clubscore.members.permissions import for_players
from clubscore.rubbers.consent.forms import SubstituteForm
from clubscore.rubbers.consent.responses import answer, page_of, sheet_or_404, signed
from clubscore.rubbers.models import Rubber, Substitution
from clubscore.rubbers.queries import seat_of
from clubscore.rubbers.recording.services import Refused
from clubscore.rubbers.substitution import services
from scoring import Seat

FOUND_AT_MOST = 8


@require_http_methods(["GET", "POST"])
@for_players
def substitution(request: MemberRequest, pk: int) -> HttpResponse:
    """GET searches members by name, POST asks the other three whether one of them may play on."""
    rubber = sheet_or_404(pk)
    if seat_of(rubber, request.user) is None:
        raise PermissionDenied("Only the four players ask for a substitute.")
    if request.method == "GET":
        template = "rubbers/_substitutes.html" if request.htmx else "rubbers/rubber_substitution.html"
        return render(request, template, _context(request, rubber))
    form = SubstituteForm(request.POST)
    if form.is_valid():
        try:
            services.propose_substitute(
                rubber=rubber,
                seat=Seat(form.cleaned_data["seat"]),
                substitute=form.cleaned_data["substitute"],
                by=request.user,
                now=timezone.now(),
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect(page_of(rubber))
    return render(request, "rubbers/rubber_substitution.html", _context(request, rubber, form), status=422)


def _context(request: MemberRequest, rubber: Rubber, form: SubstituteForm | None = None) -> dict[str, object]:
    words = request.GET.get("q", "").strip()
    return {
        "rubber": rubber,
        "seats": [(seat.value, name) for seat, name in rubber.names.items()],
        "leaver": request.GET.get("seat", ""),
        "form": form,
        "q": words,
        "found": list(_found(words, rubber)[:FOUND_AT_MOST]) if words else [],
    }


def _found(words: str, rubber: Rubber) -> QuerySet[Member]:
    here = [player.pk for player in rubber.players.values()]
    return Member.objects.who_may_sit().named_like(words).exclude(pk__in=here).order_by("is_guest", "name", "pk")


@require_POST
@for_players
def consent(request: MemberRequest, pk: int, substitution_pk: int) -> HttpResponse:
    """One of the other three consents."""
    rubber = sheet_or_404(pk)
    asked = get_object_or_404(Substitution, rubber=rubber, pk=substitution_pk)

    def sign(signer: Member, how: dict[str, Any]) -> None:
        services.consent(substitution=asked, by=signer, now=timezone.now(), **how)

    return signed(request, rubber, sign)


@require_POST
@for_players
def withdrawal(request: MemberRequest, pk: int, substitution_pk: int) -> HttpResponse:
    """Whoever asked takes it back."""
    rubber = sheet_or_404(pk)
    asked = get_object_or_404(Substitution, rubber=rubber, pk=substitution_pk)
    return answer(
        request,
        rubber,
        lambda: services.withdraw_substitute(substitution=asked, by=request.user, now=timezone.now()),
    )
