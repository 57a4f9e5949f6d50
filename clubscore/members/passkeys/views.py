"""Signing in by a passkey, and the pages on which members and admins manage passkeys.

An address that ends with `challenge/` answers the script: `{"options": …}`, or `{"error": "a sentence"}`.
"""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.members.access.sessions import sign_in, signed_in_lately
from clubscore.members.access.sign_in_events import What, note_sign_in
from clubscore.members.access.throttle import (
    TooManyTries,
    admit,
    forget_attempts,
    know_device,
    limits_for,
)
from clubscore.members.access.views import SignIn
from clubscore.members.http import MemberRequest
from clubscore.members.models import Member
from clubscore.members.passkeys.ceremonies import (
    Answer,
    PasskeyRefused,
    answer_of,
    options_to_make,
    options_to_use,
)
from clubscore.members.passkeys.challenges import (
    ChallengePurpose,
    keep_challenge,
    take_challenge,
)
from clubscore.members.passkeys.forms import PasskeyForm
from clubscore.members.passkeys.http import new_key, refused, site_or_refusal
from clubscore.members.passkeys.queries import handle_of, passkeys_of
from clubscore.members.passkeys.services import (
    add_passkey,
    owner_of,
    remove_passkey,
    remove_passkeys,
    rename_passkey,
    use_passkey,
)
from clubscore.members.passkeys.site import site_of
from clubscore.members.permissions import may_keep_record, member_keeper_required
from clubscore.refusals import Refused, refusal_as_message
from clubscore.web.forms.http import form_page, posted_data

AGAIN = gettext_lazy(
    "Sign out, sign in again with your passkey, and add the other one within 15 minutes."
)


# --- signing in ---


@login_not_required
@never_cache
@require_POST
def sign_in_challenge(request: HttpRequest) -> JsonResponse:
    """The options with which the browser asks for a passkey, as JSON."""
    now = timezone.now()
    try:
        options = options_to_use(site_or_refusal(request))
        admit(limits=limits_for(request, action="passkey challenge"), now=now)
    except Refused as refusal:
        return refused(refusal)
    keep_challenge(request, ChallengePurpose.SIGN_IN, options, now=now)
    return JsonResponse({"options": options})


class SignInByPasskey(SignIn):
    """The view that signs a member in by a passkey. It has the limits and sign-in events of signing in by password."""

    http_method_names = ("post", "options")  # type: ignore[assignment]  # those of the page are four
    answer: Answer | None = None

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        now = timezone.now()
        try:
            self.answer = answer = answer_of(request.POST.get("credential", ""))
            attempts = admit(
                limits=limits_for(
                    request, action="sign in by passkey", who=answer["id"]
                ),
                now=now,
            )
            challenge = take_challenge(
                request, ChallengePurpose.SIGN_IN, now=now
            ).challenge
            member = use_passkey(
                answer=answer,
                site=site_or_refusal(request),
                challenge=challenge,
                now=now,
            )
        except TooManyTries as refusal:
            return self._refused(refusal, What.REFUSED, status=429)
        except Refused as refusal:
            return self._refused(refusal, What.KEY, status=422)
        sign_in(request=request, member=member)
        note_sign_in(what=What.IN, request=request, member=member, now=now)
        onward = HttpResponseRedirect(self.get_success_url())
        know_device(request, onward, names=[member.username or "", answer["id"]])
        forget_attempts(attempts=attempts)
        return onward

    def _refused(self, refusal: Refused, what: What, *, status: int) -> HttpResponse:
        member = owner_of(self.answer) if self.answer else None
        note_sign_in(what=what, request=self.request, member=member, now=timezone.now())
        context = self.get_context_data(form=AuthenticationForm(), refusal=refusal)
        return self.render_to_response(context, status=status)


# --- a member's own passkeys ---


@require_http_methods(["GET", "POST"])
def index(request: MemberRequest) -> HttpResponse:
    """The page of the member's passkeys. POST adds the passkey that the device has just made."""
    if request.method == "GET":
        return _page(request)
    now = timezone.now()
    try:
        key, name = new_key(request, ChallengePurpose.ADD, member=request.user, now=now)
        add_passkey(member=request.user, key=key, name=name, now=now)
    except Refused as refusal:
        return _page(request, refusal)
    messages.success(request, _("Done: from now on this device’s lock signs you in."))
    return redirect("members:passkeys")


def _page(request: MemberRequest, refusal: Refused | None = None) -> HttpResponse:
    context = {
        "passkeys": passkeys_of(request.user),
        "site": site_of(request),
        "asks_password": not signed_in_lately(request, now=timezone.now()),
        "refusal": refusal,
    }
    status = 422 if refusal else 200
    return render(request, "members/passkey_list.html", context, status=status)


@require_POST
def challenge(request: MemberRequest) -> JsonResponse:
    """Answer with JSON: the options with which the browser makes a passkey, or the reason of a refusal.

    A member who has not signed in within the last 15 minutes must send the password.
    """
    member, now = request.user, timezone.now()
    try:
        site = site_or_refusal(request)
        if not signed_in_lately(request, now=now):
            _ask_password(request)
    except Refused as refusal:
        return refused(refusal)
    options = options_to_make(
        site,
        club=settings.CLUB_NAME,
        username=member.username or "",
        name=member.name,
        user_handle=handle_of(member),
        known=member.passkeys.filter(site=site.name).values_list(
            "credential_id", flat=True
        ),
    )
    keep_challenge(request, ChallengePurpose.ADD, options, now=now, member_id=member.pk)
    return JsonResponse({"options": options})


def _ask_password(request: MemberRequest) -> None:
    """Require the password, so that somebody who finds a signed-in phone cannot add a passkey of their own.

    Raises PasskeyRefused if the password is wrong or the member has none, TooManyTries at the limit of attempts.
    """
    if not request.user.has_password:
        raise PasskeyRefused(AGAIN)
    limits = limits_for(
        request, action="change my password", who=request.user.username or ""
    )
    attempts = admit(limits=limits, now=timezone.now())
    if not request.user.check_password(request.POST.get("password", "")):
        raise PasskeyRefused(_("That is not your password: type it again."))
    forget_attempts(attempts=attempts)


@require_http_methods(["GET", "POST"])
def detail(request: MemberRequest, key_pk: int) -> HttpResponse:
    """The page of a passkey, on which it is renamed or removed."""
    passkey = get_object_or_404(passkeys_of(request.user), pk=key_pk)
    posted = posted_data(request)
    form = PasskeyForm(posted, instance=passkey)
    if not form.is_valid():
        context = {"form": form, "passkey": passkey}
        return form_page(request, "members/passkey_detail.html", context, form)
    rename_passkey(passkey=passkey, name=form.cleaned_data["name"])
    messages.success(request, _("The passkey has its name."))
    return redirect("members:passkeys")


@require_POST
def removal(request: MemberRequest, key_pk: int) -> HttpResponse:
    """Remove a passkey."""
    passkey = get_object_or_404(passkeys_of(request.user), pk=key_pk)
    with refusal_as_message(request):
        remove_passkey(passkey=passkey, by=request.user, now=timezone.now())
        messages.success(
            request, _("%(passkey)s signs you in no more.") % {"passkey": passkey.name}
        )
    return redirect("members:passkeys")


# --- for admins ---


@require_POST
@member_keeper_required
def removal_of_all(request: MemberRequest, pk: int) -> HttpResponse:
    """Remove all passkeys of a member who has lost a phone, and sign the member out everywhere."""
    member = get_object_or_404(Member, pk=pk)
    if not may_keep_record(request.user, member):
        raise PermissionDenied
    if remove_passkeys(member=member, by=request.user, now=timezone.now()):
        words = _("%(member)s has no passkeys, and is signed out everywhere.") % {
            "member": member.name
        }
        way = "" if member.has_password else _("Make a link for another way in.")
        messages.success(request, f"{words} {way}".rstrip())
    return redirect("members:record", pk=pk)
