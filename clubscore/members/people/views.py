"""The pages on which admins keep the list of members and the records of members."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.members.duties import Duty
from clubscore.members.http import MemberRequest
from clubscore.members.models import Member
from clubscore.members.people import queries, services
from clubscore.members.people.forms import DutiesForm, RecordForm, RoleForm
from clubscore.members.permissions import (
    may_keep_members,
    may_keep_record,
    may_own,
    member_keeper_required,
)
from clubscore.members.roles import HOLDERS, RIGHTS, Role
from clubscore.refusals import refusal_as_message
from clubscore.web.forms.http import form_page, posted_data

PAGE_SIZE = 100


@require_GET
def index(request: MemberRequest) -> HttpResponse:
    """The list of members. Admins see records; every other member sees the names of those who may sit at a table."""
    words = request.GET.get("q", "").strip()
    if not may_keep_members(request.user):
        pages = Paginator(queries.names(words=words), PAGE_SIZE)
        context = {"page": pages.get_page(request.GET.get("page")), "q": words}
        return render(request, "members/member_names.html", context)
    show = request.GET.get("show", "")
    if show not in queries.SHOWN:
        show = "present"
    pages = Paginator(queries.roll(show=show, words=words), PAGE_SIZE)
    context = {
        "page": pages.get_page(request.GET.get("page")),
        "show": show,
        "shown": [(key, title) for key, (title, _) in queries.SHOWN.items()],
        "q": words,
    }
    return render(request, "members/member_list.html", context)


@require_GET
@member_keeper_required
def record(request: MemberRequest, pk: int) -> HttpResponse:
    """The record of a member, with the actions of admins."""
    member = get_object_or_404(Member, pk=pk)
    context = {
        "member": member,
        "may_keep": may_keep_record(request.user, member),
        "merges": member.merges.filter(undone_at=None).select_related("merged"),
        "look_alikes": queries.look_alikes(member)
        if member.merged_into_id is None
        else [],
        "sessions": member.open_sessions.filter(
            expire_date__gt=timezone.now()
        ).order_by("-begun_at"),
        "passkeys": member.passkeys.order_by("pk"),
        "invitation": member.invitations.open_at(timezone.now()).first(),
        "roles": [role for role in Role if role != Role.OWNER or may_own(request.user)],
        "duties": list(Duty),
        "held_duties": member.duties,
    }
    return render(request, "members/member_record.html", context)


@require_http_methods(["GET", "POST"])
@member_keeper_required
def create(request: MemberRequest) -> HttpResponse:
    """Add a person to the list, and show the empty form for the next person."""
    posted = posted_data(request)
    form = RecordForm(posted)
    if not form.is_valid():
        return form_page(request, "members/member_form.html", {"form": form}, form)
    member = services.add_member(
        values=form.cleaned_data, by=request.user, now=timezone.now()
    )
    messages.success(
        request, gettext("%(member)s is on the list.") % {"member": member.name}
    )
    return redirect("members:create")


@require_http_methods(["GET", "POST"])
@member_keeper_required
def change(request: MemberRequest, pk: int) -> HttpResponse:
    """Change the fields of a member's record."""
    member = get_object_or_404(Member, pk=pk)
    if not may_keep_record(request.user, member):
        raise PermissionDenied
    posted = posted_data(request)
    form = RecordForm(posted, member=member)
    if not form.is_valid():
        context = {"form": form, "member": member}
        return form_page(request, "members/member_form.html", context, form)
    services.change_record(
        member=member, changes=form.changes, by=request.user, now=timezone.now()
    )
    messages.success(
        request,
        gettext("The record of %(name)s is kept.")
        % {"name": form.cleaned_data["name"]},
    )
    return redirect("members:record", pk=pk)


@require_POST
@member_keeper_required
def role(request: MemberRequest, pk: int) -> HttpResponse:
    """Give the member another role."""
    member = get_object_or_404(Member, pk=pk)
    form = RoleForm(request.POST)
    if not may_keep_record(request.user, member):
        raise PermissionDenied
    if not form.is_valid():
        messages.error(request, gettext("Choose one of the roles."))
        return redirect("members:record", pk=pk)
    with refusal_as_message(request):
        new_role = form.cleaned_data["role"]
        rises = new_role.rank > member.role.rank
        services.change_role(
            member=member, role=new_role, by=request.user, now=timezone.now()
        )
        sentence = gettext("%(member)s is now %(role)s.") % {
            "member": member.name,
            "role": new_role.words,
        }
        if rises:
            begins = gettext("It begins with signing in again.")
            sentence = f"{sentence} {begins}"
        messages.success(request, sentence)
    return redirect("members:record", pk=pk)


@require_POST
@member_keeper_required
def duties(request: MemberRequest, pk: int) -> HttpResponse:
    """Give the member the ticked duties instead of the present ones."""
    member = get_object_or_404(Member, pk=pk)
    form = DutiesForm(request.POST)
    if not may_keep_record(request.user, member):
        raise PermissionDenied
    if not form.is_valid():
        messages.error(request, gettext("Choose among the duties."))
        return redirect("members:record", pk=pk)
    with refusal_as_message(request):
        chosen = frozenset(form.cleaned_data["duties"])
        services.change_duties(
            member=member, duties=chosen, by=request.user, now=timezone.now()
        )
        messages.success(
            request,
            gettext("The duties of %(member)s are kept.") % {"member": member.name},
        )
    return redirect("members:record", pk=pk)


@require_POST
@member_keeper_required
def sessions(request: MemberRequest, pk: int) -> HttpResponse:
    """Sign the member out on every device, as after the loss of a phone."""
    member = get_object_or_404(Member, pk=pk)
    if not may_keep_record(request.user, member):
        raise PermissionDenied
    services.sign_out(member=member, by=request.user, now=timezone.now())
    messages.success(
        request,
        gettext("%(member)s is signed out everywhere.") % {"member": member.name},
    )
    return redirect("members:record", pk=pk)


@require_GET
def roles(request: MemberRequest) -> HttpResponse:
    """The page with a table of all rights, and the roles and duties that have each right."""
    table = []
    for right in RIGHTS:
        answers = [(holder, right.belongs_to(holder)) for holder in HOLDERS]
        table.append((gettext(right.words), answers))
    return render(
        request, "members/role_table.html", {"holders": HOLDERS, "table": table}
    )
