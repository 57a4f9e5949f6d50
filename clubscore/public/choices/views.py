"""The page on which admins choose what the public sees, the pages on which members are named or not, and robots.txt."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubscore.members.http import MemberRequest
from clubscore.members.models import Member
from clubscore.members.permissions import (
    admin_required,
    may_keep_record,
    member_keeper_required,
)
from clubscore.public import tokens
from clubscore.public.choices import queries, services
from clubscore.public.choices.forms import NamingWishForm, PublicChoiceForm
from clubscore.web.forms.http import form_page

HISTORY = 5  # choices


@require_http_methods(["GET", "POST"])
@admin_required
def choices(request: MemberRequest) -> HttpResponse:
    """GET shows the club's choice, with links to the public pages. POST makes a new choice."""
    now = queries.current_choice().choice
    form = PublicChoiceForm(request.POST or None, instance=None, initial=_initial(now))
    if request.method == "POST" and form.is_valid():
        chosen = services.choose_public(
            **form.cleaned_data, by=request.user, now=timezone.now()
        )
        messages.success(
            request, _("Public from now on: %(chosen)s.") % {"chosen": chosen.words}
        )
        return redirect("public:choices")
    context = {
        "form": form,
        "choice": now,
        "history": queries.newest_choices(HISTORY),
        "unnamed": queries.unnamed_members(),
        "tokens": tokens.open_tokens(),
    }
    return form_page(request, "public/public_choices.html", context, form)


def _initial(choice: object) -> dict[str, object]:
    return {name: getattr(choice, name) for name in PublicChoiceForm.Meta.fields}


@require_http_methods(["GET", "POST"])
def my_naming(request: MemberRequest) -> HttpResponse:
    """The page on which members choose for themselves whether public pages name them; POST stores the wish."""
    return _naming(request, request.user, back="members:me")


@require_http_methods(["GET", "POST"])
@member_keeper_required
def member_naming(request: MemberRequest, pk: int) -> HttpResponse:
    """The page on which an admin notes for a member whether public pages name the member; POST stores the wish.

    Raises PermissionDenied if this admin may not keep the member's record.
    """
    member = get_object_or_404(Member, pk=pk)
    if not may_keep_record(request.user, member):
        raise PermissionDenied
    return _naming(request, member, back="members:record")


def _naming(request: MemberRequest, member: Member, *, back: str) -> HttpResponse:
    wish = queries.newest_wish(member)
    initial = "unnamed" if wish and wish.is_unnamed else "named"
    form = NamingWishForm(request.POST or None, initial={"naming": initial})
    args = [] if back == "members:me" else [member.pk]
    if request.method == "POST" and form.is_valid():
        services.wish_naming(
            member=member,
            is_unnamed=form.is_unnamed,
            by=request.user,
            now=timezone.now(),
        )
        messages.success(request, _("Noted. Public pages follow within half a minute."))
        return redirect(back, *args)
    context = {
        "form": form,
        "member": member,
        "wish": wish,
        "choice": queries.current_choice().choice,
    }
    return form_page(request, "public/member_naming.html", context, form)


@require_safe
@login_not_required
def robots(request: HttpRequest) -> HttpResponse:
    """The file robots.txt. Search engines may read the public pages if the club wishes it, and no other pages."""
    choice = queries.current_choice().choice
    allowed = (
        "Allow: /public/\nAllow: /static/\n"
        if choice.is_indexed and choice.is_open
        else ""
    )
    answer = HttpResponse(
        f"User-agent: *\n{allowed}Disallow: /\n",
        content_type="text/plain; charset=utf-8",
    )
    answer["Cache-Control"] = "public, max-age=300"
    return answer
