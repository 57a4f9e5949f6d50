"""Signing in, and the pages on which members keep their own password, PIN and sessions."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm, SetPasswordForm
from django.contrib.auth.views import LoginView, LogoutView, redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.database.write_lock import write_transaction
from clubscore.languages.spoken import spoken
from clubscore.members.access.forms import LanguageForm, TableKeysForm, password_form
from clubscore.members.access.pin_forms import PinForm
from clubscore.members.access.pins import choose_pin
from clubscore.members.access.sessions import remember_device, signed_in_lately
from clubscore.members.access.sign_in_events import What, member_named, note_sign_in
from clubscore.members.access.throttle import (
    TooManyTries,
    admit,
    forget_attempts,
    know_device,
    limits_for,
)
from clubscore.members.http import MemberRequest
from clubscore.members.models import Member, OpenSession, SignInEvent
from clubscore.members.people import services
from clubscore.members.people.queries import enough_to_play
from clubscore.members.permissions import may_administer
from clubscore.refusals import Refused, refusal_on_form
from clubscore.web.forms.http import form_page, posted_data

AGAIN = gettext_lazy(
    "Sign out, sign in again with your passkey, and choose a password within 15 minutes."
)


class PasswordRefused(Refused):
    """The refusal to change a password, because the member must sign in again or give another proof first."""


@method_decorator(login_not_required, name="dispatch")
class SignIn(LoginView):
    """The page on which members sign in by name and password. The number of attempts is limited."""

    template_name = "members/sign_in.html"
    http_method_names = ("get", "head", "post", "options")

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Redirect a member who is signed in; show the form to others."""
        if request.user.is_authenticated:
            onward = self.get_success_url()
            if urlsplit(onward).path == request.path:
                onward = self.get_default_redirect_url()
            return HttpResponseRedirect(onward)
        return super().get(request, *args, **kwargs)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        name = request.POST.get("username", "")
        try:
            self.attempts = admit(
                limits=limits_for(request, action="sign in", who=name),
                now=timezone.now(),
            )
        except TooManyTries as refusal:
            self._note_failure(What.REFUSED)
            context = self.get_context_data(
                form=AuthenticationForm(initial={"username": name}), refusal=refusal
            )
            return self.render_to_response(context, status=429)
        return super().post(request, *args, **kwargs)

    def get_success_url(self) -> str:
        """The address to which a member is sent after signing in: the page that the member wanted to see.

        An admin who wanted no other page than the front page is sent to the office, with the first steps for a new
        club, as long as the club has fewer than four members.
        """
        onward, user = super().get_success_url(), self.request.user
        if onward != reverse("room:index") or not isinstance(user, Member):
            return onward
        return (
            reverse("office:index")
            if may_administer(user) and not enough_to_play()
            else onward
        )

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        with write_transaction():  # the member's last sign-in, and the session
            answer = super().form_valid(form)
            note_sign_in(
                what=What.IN,
                request=self.request,
                member=form.get_user(),
                now=timezone.now(),
            )
        remember_device(self.request)
        know_device(self.request, answer, names=[form.cleaned_data["username"]])
        forget_attempts(attempts=self.attempts)
        return answer

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        self._note_failure(What.FAILED)
        return super().form_invalid(form)

    def _note_failure(self, what: SignInEvent.What) -> None:
        member = member_named(self.request.POST.get("username", ""))
        note_sign_in(what=what, request=self.request, member=member, now=timezone.now())


class SignOut(LogoutView):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """End the session on this device."""
        if request.user.is_authenticated:
            note_sign_in(
                what=What.OUT, request=request, member=request.user, now=timezone.now()
            )
        return super().post(request, *args, **kwargs)


@login_not_required
@never_cache
@require_http_methods(["GET", "POST"])
def office_door(request: MemberRequest) -> HttpResponse:
    """Redirect from the admin's sign-in page to the club's sign-in page. A signed-in member without rights gets 403."""
    if request.user.is_authenticated:
        raise PermissionDenied
    return redirect_to_login(request.GET.get("next", reverse("admin:index")))


# --- a member's own pages ---


@require_http_methods(["GET", "POST"])
def me(request: MemberRequest) -> HttpResponse:
    """The member's own page: sessions, keys, password. POST changes the password; the number of attempts is limited."""
    if request.method == "GET":
        return _my_page(request, password_form(request.user, None), status=200)
    if not request.user.has_password and not signed_in_lately(
        request, now=timezone.now()
    ):
        return _my_page(
            request,
            password_form(request.user, None),
            status=422,
            refusal=PasswordRefused(AGAIN),
        )
    try:
        limits = limits_for(
            request, action="change my password", who=request.user.username or ""
        )
        attempts = admit(limits=limits, now=timezone.now())
    except TooManyTries as refusal:  # the old password is not even looked at
        return _my_page(
            request, password_form(request.user, None), status=429, refusal=refusal
        )
    form = password_form(request.user, request.POST)
    if "old_password" not in form.errors:
        forget_attempts(attempts=attempts)
    if not form.is_valid():
        return _my_page(request, form, status=422)
    password = form.cleaned_data["new_password1"]
    services.change_password(
        member=request.user, password=password, keep=request.session.session_key
    )
    update_session_auth_hash(request, request.user)
    note_sign_in(
        what=What.CLOSED, request=request, member=request.user, now=timezone.now()
    )
    messages.success(
        request, _("Your password is changed. Your other devices are signed out.")
    )
    return redirect("members:me")


def _my_page(
    request: MemberRequest,
    form: SetPasswordForm,
    *,
    status: int,
    refusal: Refused | None = None,
) -> HttpResponse:
    sessions = OpenSession.objects.filter(
        member=request.user, expire_date__gt=timezone.now()
    ).order_by("-begun_at")
    context = {
        "form": form,
        "sessions": sessions,
        "this": request.session.session_key,
        "refusal": refusal,
    }
    if len(settings.LANGUAGES) > 1:
        context |= {
            "languages": settings.LANGUAGES,
            "chosen": spoken(request.user.language),
        }
    return render(request, "members/member_me.html", context, status=status)


@require_POST
def my_table_keys(request: MemberRequest) -> HttpResponse:
    """POST switches the shortcuts of single keys on the pages of tables on or off for this member."""
    form = TableKeysForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose on or off."))
        return redirect("members:me")
    services.choose_table_keys(member=request.user, are_on=form.cleaned_data["are_on"])
    if request.user.has_table_keys:
        sentence = _("The keys at the table are on.")
    else:
        sentence = _("The keys at the table are off.")
    messages.success(request, sentence)
    return redirect("members:me")


@require_POST
def my_language(request: MemberRequest) -> HttpResponse:
    """POST stores the language of the pages that this member chose, for all devices of the member."""
    form = LanguageForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose one of the languages."))
        return redirect("members:me")
    services.choose_language(
        member=request.user, language=form.cleaned_data["language"]
    )
    return redirect("members:me")


@require_POST
def my_sessions(request: MemberRequest) -> HttpResponse:
    """Sign the member out on every device, this device included."""
    services.close_sessions(member=request.user)
    note_sign_in(
        what=What.CLOSED, request=request, member=request.user, now=timezone.now()
    )
    logout(request)
    return redirect("members:sign-in")


@require_http_methods(["GET", "POST"])
def pin(request: MemberRequest) -> HttpResponse:
    """Choose the PIN with which the member signs on another member's device."""
    posted = posted_data(request)
    form = PinForm(posted)
    if form.is_valid():
        with refusal_on_form(form):
            choose_pin(
                member=request.user, pin=form.cleaned_data["pin"], now=timezone.now()
            )
            messages.success(
                request,
                _(
                    "Your PIN is set. It signs for you at the table, on anybody’s device."
                ),
            )
            return redirect("room:index")
    return form_page(request, "members/member_pin.html", {"form": form}, form)
