"""The doors: signing in, joining by an invitation, a forgotten password, and a member's own page."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.members.access.sessions import remember_device, sign_in
from clubscore.members.access.throttle import TooManyTries, admit, limits_for, take_back
from clubscore.members.forms import ForgottenForm, JoinForm, MyPasswordForm, TableKeysForm
from clubscore.members.http import MemberRequest
from clubscore.members.invitations import services as invitations
from clubscore.members.invitations.mail import send_invitation
from clubscore.members.models import Invitation, OpenSession
from clubscore.members.people import services
from clubscore.refusals import refusal_on_form


@method_decorator(login_not_required, name="dispatch")
class SignIn(LoginView):
    """Name and password, so many times and no more."""

    template_name = "members/sign_in.html"
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        name = request.POST.get("username", "")
        try:
            self.attempts = admit(limits=limits_for(request, deed="sign in", who=name), now=timezone.now())
        except TooManyTries as refusal:
            context = self.get_context_data(form=AuthenticationForm(initial={"username": name}), refusal=refusal)
            return self.render_to_response(context, status=429)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        answer = super().form_valid(form)
        remember_device(self.request)
        take_back(attempts=self.attempts)
        return answer


@login_not_required
@never_cache
@require_http_methods(["GET", "POST"])
def office_door(request: MemberRequest) -> HttpResponse:
    """The admin pages have no sign-in of their own; whoever is in already and comes here is no admin."""
    if request.user.is_authenticated:
        raise PermissionDenied
    return redirect_to_login(request.GET.get("next", reverse("admin:index")))


@login_not_required
@never_cache
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """GET: who the invitation is for, or the list of names on a poster. POST: name and password are chosen."""
    limits = limits_for(request, deed="join")
    try:
        attempts = admit(limits=limits, now=timezone.now())
    except TooManyTries as refusal:
        return render(request, "members/invitation_over.html", {"refusal": refusal}, status=429)
    invitation = invitations.invitation_of(token)
    if invitation is None or not invitation.is_open(timezone.now()):
        return render(request, "members/invitation_over.html", status=410)
    take_back(attempts=attempts)
    form = JoinForm(request.POST or None, invitation=invitation)
    if request.method == "POST" and form.is_valid() and (answer := _come_in(request, invitation, form)):
        return answer
    context = {"form": form, "invitation": invitation}
    return render(request, "members/invitation_open.html", context, status=422 if form.errors else 200)


def _come_in(request: HttpRequest, invitation: Invitation, form: JoinForm) -> HttpResponse | None:
    """The page that the new member sees, or None with the reason in the form."""
    with refusal_on_form(form):
        member = invitations.join(invitation=invitation, now=timezone.now(), **form.cleaned_data)
        sign_in(request, member)
        messages.success(request, f"Welcome, {member.short_name}. You sign in as {member.username}.")
        return redirect("room:index")
    return None


@login_not_required
@never_cache
@require_http_methods(["GET", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """A new password: by e-mail where the club sends any, else from an admin. Never tells who is a member."""
    if request.method == "GET" or not settings.SENDS_MAIL:
        return render(
            request, "members/password_forgotten.html", {"form": ForgottenForm(), "mail": settings.SENDS_MAIL}
        )
    form = ForgottenForm(request.POST)
    if not form.is_valid():
        return render(request, "members/password_forgotten.html", {"form": form, "mail": True}, status=422)
    with refusal_on_form(form):
        admit(limits=limits_for(request, deed="forgot", who=form.cleaned_data["who"]), now=timezone.now())
        for member in form.members():
            link = invitations.invite(member=member, by=member, now=timezone.now())
            send_invitation(request, link)
        messages.success(request, "If we know that name or address, an e-mail with a link is on its way.")
        return redirect("members:sign-in")
    return render(request, "members/password_forgotten.html", {"form": form, "mail": True}, status=429)


# --- a member's own page ---


@require_http_methods(["GET", "POST"])
def me(request: MemberRequest) -> HttpResponse:
    """Who I am here, my password, and where I am signed in. POST changes the password."""
    form = MyPasswordForm(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save()
        update_session_auth_hash(request, request.user)
        services.close_sessions(member=request.user, but=request.session.session_key)
        messages.success(request, "Your password is changed. Your other devices are signed out.")
        return redirect("members:me")
    sessions = OpenSession.objects.filter(member=request.user, expire_date__gt=timezone.now()).order_by("-begun_at")
    context = {"form": form, "sessions": sessions, "this": request.session.session_key}
    return render(request, "members/member_me.html", context, status=422 if form.errors else 200)


@require_POST
def my_table_keys(request: MemberRequest) -> HttpResponse:
    """Single keys on the page of a table: on or off, for whoever types or speaks past them."""
    form = TableKeysForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Choose on or off.")
        return redirect("members:me")
    services.choose_table_keys(member=request.user, are_on=form.cleaned_data["are_on"])
    messages.success(request, f"The keys at the table are {'on' if request.user.has_table_keys else 'off'}.")
    return redirect("members:me")


@require_POST
def my_sessions(request: MemberRequest) -> HttpResponse:
    """Signed out everywhere: on this device as well."""
    services.close_sessions(member=request.user)
    logout(request)
    return redirect("members:sign-in")
