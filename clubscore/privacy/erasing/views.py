"""The pages on which an owner erases a member, lists erased members and undoes an erasure."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.members.http import MemberRequest
from clubscore.members.models import Member
from clubscore.members.permissions import owner_required
from clubscore.members.queries import records_of
from clubscore.privacy.erasing import services
from clubscore.privacy.erasing.forms import ErasureForm
from clubscore.privacy.erasing.queries import mentions, obstacles
from clubscore.privacy.models import Erasure
from clubscore.refusals import refusal_as_message, refusal_on_form
from clubscore.web.forms.http import form_page, posted_data


@require_http_methods(["GET", "POST"])
@owner_required
def erasure(request: MemberRequest, pk: int) -> HttpResponse:
    """GET shows what an erasure would delete and keep, and the reasons against it. POST erases the member."""
    member = get_object_or_404(
        Member.objects.select_related("merged_into"), pk=pk
    ).canonical
    data = posted_data(request)
    form = ErasureForm(data)
    if form.is_valid():
        with refusal_on_form(form):
            made = services.erase(member=member, by=request.user, now=timezone.now())
            words = _("Erased: %(made)s is left. It can be taken back for 30 days.")
            messages.success(request, words % {"made": made.name})
            return redirect("privacy:erasures")
    records = list(records_of(member))
    context = {
        "member": member,
        "form": form,
        "others": [record for record in records if record.pk != member.pk],
        "problems": obstacles(member, records=records, by=request.user),
        "mentions": mentions({record.name for record in records}),
    }
    return form_page(request, "privacy/erasure_preview.html", context, form)


@require_GET
@owner_required
def erasures(request: MemberRequest) -> HttpResponse:
    """The page that lists the erased members, the newest erasure first."""
    rows = Erasure.objects.select_related("member", "erased_by", "undone_by")
    context = {"erasures": rows.order_by("-pk"), "now": timezone.now()}
    return render(request, "privacy/erasure_list.html", context)


@require_POST
@owner_required
def undo(request: MemberRequest, pk: int) -> HttpResponse:
    """Undo the erasure with this id; redirect to the member's record, or after a refusal to the list of erasures."""
    made = get_object_or_404(Erasure.objects.select_related("member"), pk=pk)
    with refusal_as_message(request):
        services.undo(erasure=made, by=request.user, now=timezone.now())
        made.member.refresh_from_db()
        messages.success(
            request,
            _("%(member)s is back, and signs in anew.") % {"member": made.member.name},
        )
        return redirect("members:record", pk=made.member_id)
    return redirect("privacy:erasures")
