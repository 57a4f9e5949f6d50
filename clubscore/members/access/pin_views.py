"""The member's own pages."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from clubscore.members.access.pin_forms import PinForm
from clubscore.members.access.pins import choose_pin
from clubscore.members.http import MemberRequest
from clubscore.refusals import refusal_on_form


@require_http_methods(["GET", "POST"])
def pin(request: MemberRequest) -> HttpResponse:
    """Choose the PIN with which one signs at another's device."""
    form = PinForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with refusal_on_form(form):
            choose_pin(member=request.user, pin=form.cleaned_data["pin"], now=timezone.now())
            messages.success(request, "Your PIN is set. It signs for you at the table, on anybody’s device.")
            return redirect("room:index")
    return render(request, "members/member_pin.html", {"form": form}, status=422 if form.errors else 200)
