"""The pages of "My data": the page to read, the file, and the form in which members correct their own record."""

from django.contrib import messages
from django.http import FileResponse, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from clubscore.members.access.sessions import signed_in_lately
from clubscore.members.access.throttle import (
    TooManyTries,
    admit,
    forget_attempts,
    limits_for,
)
from clubscore.members.http import MemberRequest
from clubscore.members.queries import records_of
from clubscore.privacy.own_data.context import my_data_context
from clubscore.privacy.own_data.download import written
from clubscore.privacy.own_data.forms import OwnRecordForm
from clubscore.privacy.own_data.services import correct

AGAIN = gettext_lazy(
    "Sign out, sign in again with your passkey, and save it within 15 minutes."
)


@require_GET
def my_data(request: MemberRequest) -> HttpResponse:
    """The page with everything that the club keeps about the member."""
    records = list(records_of(request.user))
    context = my_data_context(request.user, records, now=timezone.now())
    return render(request, "privacy/my_data_detail.html", context)


@require_GET
def my_data_json(request: MemberRequest) -> FileResponse:
    """Download everything that the club keeps about the member as a JSON file."""
    records = list(records_of(request.user))
    file = written(request.user, records, now=timezone.now())
    return FileResponse(
        file,
        as_attachment=True,
        filename="my-data.json",
        content_type="application/json",
    )


@require_http_methods(["GET", "POST"])
def correction(request: MemberRequest) -> HttpResponse:
    """The form in which members correct their own record, with their password. Too many tries are refused."""
    if request.method == "GET":
        return render(
            request,
            "privacy/correction_form.html",
            {"form": OwnRecordForm(request.user)},
        )
    form = OwnRecordForm(request.user, request.POST)
    if not request.user.has_password and not signed_in_lately(
        request, now=timezone.now()
    ):
        context = {"form": form.unread(), "refusal": AGAIN}
        return render(request, "privacy/correction_form.html", context, status=422)
    try:
        limits = limits_for(
            request, action="change my password", who=request.user.username or ""
        )
        attempts = admit(limits=limits, now=timezone.now())
    except TooManyTries as refusal:  # the password is not even looked at
        context = {"form": form.unread(), "refusal": refusal}
        return render(request, "privacy/correction_form.html", context, status=429)
    if "password" not in form.errors:
        forget_attempts(attempts=attempts)
    if not form.is_valid():
        return render(
            request, "privacy/correction_form.html", {"form": form}, status=422
        )
    correct(
        member=request.user, changes=form.changes, by=request.user, now=timezone.now()
    )
    words = _("Your record says so now.") if form.changes else _("Nothing was changed.")
    messages.success(request, words)
    return redirect("privacy:my-data")
