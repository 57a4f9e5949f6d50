"""The pages on which admins make invitations, and on which members use them to join or to choose a new password."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.members.access.sessions import sign_in
from clubscore.members.access.sign_in_events import What, note_sign_in
from clubscore.members.access.throttle import (
    TooManyTries,
    admit,
    know_device,
    limits_for,
)
from clubscore.members.http import MemberRequest
from clubscore.members.invitations import services
from clubscore.members.invitations.forms import ForgottenForm, JoinClubForm
from clubscore.members.invitations.mail import (
    address_of,
    is_for_this_computer_alone,
    send_invitation,
    short_address_of,
)
from clubscore.members.invitations.queries import invitation_of
from clubscore.members.models import Invitation, Member
from clubscore.members.passkeys.ceremonies import NewKey, options_to_make
from clubscore.members.passkeys.challenges import ChallengePurpose, keep_challenge
from clubscore.members.passkeys.http import new_key, refused, site_or_refusal
from clubscore.members.passkeys.queries import handle_of
from clubscore.members.permissions import may_keep_record, member_keeper_required
from clubscore.refusals import Refused, refusal_as_message, refusal_on_form
from clubscore.web.forms.http import form_page


@require_http_methods(["GET", "POST"])
@member_keeper_required
def index(request: MemberRequest) -> HttpResponse:
    """GET: the page of open invitations. POST: make a poster for the club."""
    now = timezone.now()
    if request.method == "POST":
        poster = services.make_poster(by=request.user, now=now)
        return redirect("members:invitation", pk=poster.pk)
    found = (
        Invitation.objects.open_at(now)
        .select_related("member", "made_by")
        .order_by("member__name", "pk")
    )
    context = {"invitations": found, "waiting": Member.objects.not_joined().count()}
    return render(request, "members/invitation_list.html", context)


@require_http_methods(["GET", "POST"])
@member_keeper_required
def cards(request: MemberRequest) -> HttpResponse:
    """GET: the sheet of cards to print and cut. POST: invite every member who has not joined."""
    now = timezone.now()
    if request.method == "POST":
        count = services.invite_all(by=request.user, now=now)
        words = ngettext(
            "%(number)s new invitation.", "%(number)s new invitations.", count
        )
        messages.success(request, words % {"number": count})
        return redirect("members:cards")
    found = Invitation.objects.open_at(now).filter(
        member__username=None, member__is_active=True
    )
    found = (
        found.exclude(member=None)
        .select_related("member")
        .order_by("member__name", "pk")
    )
    made = [
        (
            invitation,
            address_of(request, invitation),
            short_address_of(request, invitation),
        )
        for invitation in found
    ]
    context = {
        "cards": made,
        "is_for_this_computer_alone": is_for_this_computer_alone(request),
    }
    return render(request, "members/invitation_cards.html", context)


@require_POST
@member_keeper_required
def invite(request: MemberRequest, pk: int) -> HttpResponse:
    """Make a new link for one member, to join or to choose a new password."""
    member = get_object_or_404(Member, pk=pk)
    if not may_keep_record(request.user, member):
        raise PermissionDenied
    with refusal_as_message(request):
        invitation = services.invite(member=member, by=request.user, now=timezone.now())
        return redirect("members:invitation", pk=invitation.pk)
    return redirect("members:record", pk=pk)


@require_GET
@member_keeper_required
def detail(request: MemberRequest, pk: int) -> HttpResponse:
    """The page of an invitation: the card or the poster, to show, to print or to send."""
    invitation = _within_reach(request, pk)
    if not invitation.is_open(timezone.now()):
        messages.error(request, _("That invitation is over."))
        return redirect("members:invitations")
    context = {
        "invitation": invitation,
        "link": address_of(request, invitation),
        "typed": short_address_of(request, invitation),
        "is_for_this_computer_alone": is_for_this_computer_alone(request),
        "mail": settings.SENDS_MAIL,
    }
    return render(request, "members/invitation_card.html", context)


@require_POST
@member_keeper_required
def revocation(request: MemberRequest, pk: int) -> HttpResponse:
    """Revoke an invitation."""
    services.revoke(
        invitation=_within_reach(request, pk), by=request.user, now=timezone.now()
    )
    messages.success(request, _("That invitation lets nobody in any more."))
    return redirect("members:invitations")


@require_POST
@member_keeper_required
def mailing(request: MemberRequest, pk: int) -> HttpResponse:
    """Send an invitation's link to the member's e-mail address."""
    invitation = _within_reach(request, pk)
    if (
        settings.SENDS_MAIL
        and invitation.is_open(timezone.now())
        and send_invitation(request, invitation)
    ):
        messages.success(
            request,
            _("Sent to %(address)s.")
            % {"address": invitation.member and invitation.member.email},
        )
    else:
        messages.error(request, _("The e-mail could not be sent."))
    return redirect("members:invitation", pk=pk)


def _within_reach(request: MemberRequest, pk: int) -> Invitation:
    invitation = get_object_or_404(Invitation.objects.select_related("member"), pk=pk)
    if invitation.member and not may_keep_record(request.user, invitation.member):
        raise PermissionDenied
    return invitation


# --- for everybody: joining, and a new password ---


@login_not_required
@never_cache
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """GET shows the form of the invitation, on a poster with the list of names. POST joins, or sets a new password.

    The answer has status 410 if no invitation with this token is open, and 429 after too many wrong tokens.
    """
    try:
        invitation = _admitted(request, token)
    except TooManyTries as refusal:
        return render(
            request, "members/invitation_over.html", {"refusal": refusal}, status=429
        )
    except services.InvitationRefused:
        return render(request, "members/invitation_over.html", status=410)
    form = JoinClubForm(request.POST or None, invitation=invitation)
    if (
        request.method == "POST"
        and form.is_valid()
        and (answer := _come_in(request, invitation, form))
    ):
        return answer
    context = {"form": form, "invitation": invitation, "token": token}
    return form_page(request, "members/invitation_open.html", context, form)


def _admitted(request: HttpRequest, token: str) -> Invitation:
    """The open invitation of this token. Only wrong tokens are counted, so that guesses do not block real invitations.

    A link has 128 bits and the code on a card 50, so guessing finds neither.

    Raises InvitationRefused for a token without an open invitation, and TooManyTries for too many such tokens.
    """
    now = timezone.now()
    invitation = invitation_of(token)
    if invitation is not None and invitation.is_open(now):
        return invitation
    admit(limits=limits_for(request, action="join"), now=now)
    raise services.InvitationRefused(services.OVER)


@login_not_required
@never_cache
@require_POST
def join_challenge(request: HttpRequest, token: str) -> HttpResponse:
    """Answer with JSON: the options with which the browser makes a joining member's passkey, or a refusal's reason."""
    try:
        site = site_or_refusal(request)
        invitation = _admitted(request, token)
        form = JoinClubForm(request.POST, invitation=invitation, by_passkey=True)
        if not form.is_valid():
            raise services.InvitationRefused(form.sentences)
        member, username = form.cleaned_data["member"], form.cleaned_data["username"]
        if not member.has_joined:
            services.require_free_name(username)
    except Refused as refusal:
        return refused(refusal)
    options = options_to_make(
        site,
        club=settings.CLUB_NAME,
        username=username,
        name=member.name,
        user_handle=handle_of(member),
    )
    keep_challenge(
        request, ChallengePurpose.JOIN, options, now=timezone.now(), member_id=member.pk
    )
    return JsonResponse({"options": options})


@login_not_required
@never_cache
@require_POST
def join_by_passkey(request: HttpRequest, token: str) -> HttpResponse:
    """Join with the passkey that the device has just made, and without a password."""
    try:
        invitation = _admitted(request, token)
    except services.InvitationRefused:
        return render(request, "members/invitation_over.html", status=410)
    except TooManyTries as refusal:
        return render(
            request, "members/invitation_over.html", {"refusal": refusal}, status=429
        )
    form = JoinClubForm(request.POST, invitation=invitation, by_passkey=True)
    if form.is_valid():
        with refusal_on_form(form):
            key = new_key(
                request,
                ChallengePurpose.JOIN,
                member=form.cleaned_data["member"],
                now=timezone.now(),
            )
            if answer := _come_in(request, invitation, form, passkey=key):
                return answer
    shown = JoinClubForm(None, invitation=invitation)
    shown.initial = {
        name: request.POST.get(name, "") for name in ("member", "username")
    }
    context = {
        "form": shown,
        "invitation": invitation,
        "token": token,
        "refusal": form.sentences,
    }
    return render(request, "members/invitation_open.html", context, status=422)


def _come_in(
    request: HttpRequest,
    invitation: Invitation,
    form: JoinClubForm,
    *,
    passkey: tuple[NewKey, str] | None = None,
) -> HttpResponse | None:
    """Let the member join, and sign the member in. Returns the redirect to the next page; None if joining is refused.

    The reason of the refusal is then an error of the form.
    """
    with refusal_on_form(form):
        member = services.join(
            invitation=invitation,
            now=timezone.now(),
            passkey=passkey,
            **form.cleaned_data,
        )
        sign_in(request=request, member=member)
        note_sign_in(what=What.IN, request=request, member=member, now=timezone.now())
        messages.success(
            request,
            _("Welcome, %(member)s. You sign in as %(username)s.")
            % {"member": member.short_name, "username": member.username},
        )
        answer = redirect("room:index")
        know_device(request, answer, names=[member.username or ""])
        return answer
    return None


@login_not_required
@never_cache
@require_http_methods(["GET", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """GET shows the form for a forgotten password. POST sends the member an e-mail with a link to choose a new one.

    The answer is the same for a name or address that no member has. If the club sends no e-mail, nothing is sent.
    """
    if request.method == "GET" or not settings.SENDS_MAIL:
        return render(
            request,
            "members/password_forgotten.html",
            {"form": ForgottenForm(), "mail": settings.SENDS_MAIL},
        )
    form = ForgottenForm(request.POST)
    if not form.is_valid():
        return render(
            request,
            "members/password_forgotten.html",
            {"form": form, "mail": True},
            status=422,
        )
    with refusal_on_form(form):
        admit(
            limits=limits_for(request, action="forgot", who=form.cleaned_data["who"]),
            now=timezone.now(),
        )
        for member in form.members():
            link = services.invite(member=member, by=member, now=timezone.now())
            send_invitation(request, link, asks_now=True)
        messages.success(
            request,
            _("If we know that name or address, an e-mail with a link is on its way."),
        )
        return redirect("members:sign-in")
    return render(
        request,
        "members/password_forgotten.html",
        {"form": form, "mail": True},
        status=429,
    )
