"""The pages on which admins send the results of an evening, and the page that the sent link opens."""

from datetime import date

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST, require_safe

from clubscore.members.http import MemberRequest
from clubscore.members.invitations.mail import is_for_this_computer_alone
from clubscore.members.permissions import admin_required
from clubscore.public.choices.queries import current_choice
from clubscore.public.models import EveningLink
from clubscore.public.pages.answers import FOR_ONE, answer
from clubscore.public.pages.context import linked_evening_page
from clubscore.public.pages.queries import evening_mark
from clubscore.public.pages.views import day_or_404
from clubscore.public.sharing import queries, services
from clubscore.public.sharing.mail import send_all
from clubscore.refusals import refusal_as_message

AT_ONCE = 50  # e-mails of one request: a slow mail server takes some tenths of a second for each


@require_GET
@admin_required
def sharing(request: MemberRequest, day: str) -> HttpResponse:
    """The page on which an admin makes, copies, sends or revokes the link to an evening."""
    shown = _evening_or_404(day)
    link = queries.open_link(shown, timezone.now())
    context = {
        "day": shown,
        "link": link,
        "address": _address(request, link) if link else "",
        "is_for_this_computer_alone": is_for_this_computer_alone(request),
        "choice": current_choice().choice,
        "sends_mail": settings.SENDS_MAIL,
        "waiting": queries.not_sent_to(link).count() if link else 0,
        "with_mail": queries.recipients().count(),
        "failed": queries.failures_of(link) if link else [],
        "at_once": AT_ONCE,
    }
    return render(request, "public/evening_sharing.html", context)


@require_POST
@admin_required
def links(request: MemberRequest, day: str) -> HttpResponse:
    """Make a link to the evening, and redirect to the page `sharing`, which shows it or the refusal."""
    shown = _evening_or_404(day)
    with refusal_as_message(request):
        services.make_link(day=shown, by=request.user, now=timezone.now())
    return redirect("public:sharing", day=day)


@require_POST
@admin_required
def revocation(request: MemberRequest, day: str) -> HttpResponse:
    """Revoke the links to the evening, and redirect to the page `sharing`."""
    services.revoke_links(day=_evening_or_404(day), by=request.user, now=timezone.now())
    messages.success(request, _("The link shows nothing any more."))
    return redirect("public:sharing", day=day)


@require_POST
@admin_required
def mailing(request: MemberRequest, day: str) -> HttpResponse:
    """Send the link to the next members who have an e-mail address and have not got it yet, at most AT_ONCE."""
    now = timezone.now()
    link = queries.open_link(_evening_or_404(day), now)
    if link is None or not settings.SENDS_MAIL:
        reason = (
            _("Make a link first.")
            if settings.SENDS_MAIL
            else _("The club sends no e-mail.")
        )
        messages.error(request, reason)
        return redirect("public:sharing", day=day)
    with refusal_as_message(request):
        mails = services.claim_mails(link=link, most=AT_ONCE, by=request.user, now=now)
        failed = send_all(mails, _address(request, link))
        if failed:
            services.note_failures(mails=failed, by=request.user, now=timezone.now())
            names = ", ".join(mail.member.name for mail in failed)
            messages.error(
                request, _("Could not be sent to %(names)s.") % {"names": names}
            )
        sent = _("Sent to %(sent)s of %(number)s.")
        counts = {"sent": len(mails) - len(failed), "number": len(mails)}
        messages.success(request, sent % counts)
    return redirect("public:sharing", day=day)


def _evening_or_404(day: str) -> date:
    shown = day_or_404(day)
    if not evening_mark(shown):
        raise Http404
    return shown


def _address(request: HttpRequest, link: EveningLink) -> str:
    path = reverse("public:linked-evening", args=[queries.link_token(link)])
    return request.build_absolute_uri(path)


@require_safe
@login_not_required
def linked_evening(request: HttpRequest, token: str) -> HttpResponse:
    """The page of results that a link opens. Raises Http404 if the token is wrong, or the link revoked or expired."""
    now = timezone.now()
    link = queries.link_of(token, now)
    if link is None:
        raise Http404
    current = current_choice()
    return answer(
        request,
        lambda: linked_evening_page(current.choice, link, now),
        state=(current.mark, evening_mark(link.day), link.pk),
        now=now,
        cache_control=FOR_ONE,
    )
