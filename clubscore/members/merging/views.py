"""Two records of one person: finding the other, looking at both, merging, undoing."""

from collections.abc import Iterable

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.members.http import MemberRequest
from clubscore.members.merging import services
from clubscore.members.merging.forms import OtherForm
from clubscore.members.merging.queries import preview
from clubscore.members.models import Member, Merge
from clubscore.members.permissions import may_keep_record, member_keeper_required
from clubscore.refusals import refusal_as_message

FOUND_AT_MOST = 20


@require_http_methods(["GET", "POST"])
@member_keeper_required
def merge(request: MemberRequest, pk: int) -> HttpResponse:
    """Merge another record into the record `pk`.

    GET searches for the other record; if the address names it, GET shows both records. POST merges them.
    """
    kept = get_object_or_404(Member, pk=pk)
    form = OtherForm(request.POST or request.GET, kept=kept)
    if not may_keep_record(request.user, kept):
        raise PermissionDenied
    if not form.is_valid():
        words = request.GET.get("q", "").strip()
        context = {"kept": kept, "found": _search(form, words), "q": words}
        return render(request, "members/merge_search.html", context)
    other = form.cleaned_data["other"]
    if request.method == "POST":
        return _merged(request, kept, other)
    return render(
        request,
        "members/merge_preview.html",
        {"preview": preview(kept=kept, merged=other)},
    )


def _search(form: OtherForm, words: str) -> Iterable[Member]:
    if not words:
        return []
    return form.others().named_like(words).order_by("name", "pk")[:FOUND_AT_MOST]


def _merged(request: MemberRequest, kept: Member, other: Member) -> HttpResponse:
    try:
        services.merge(kept=kept, merged=other, by=request.user, now=timezone.now())
    except services.MergeRefused as refusal:
        context = {"preview": preview(kept=kept, merged=other)}
        if not context["preview"].problems:
            messages.error(request, str(refusal))
        return render(request, "members/merge_preview.html", context, status=409)
    sentence = _("%(other)s is merged into %(kept)s. It can be undone here.")
    messages.success(request, sentence % {"other": other.name, "kept": kept.name})
    return redirect("members:record", pk=kept.pk)


@require_POST
@member_keeper_required
def undo(request: MemberRequest, pk: int) -> HttpResponse:
    """Undo a merge: the two member records become separate again."""
    made = get_object_or_404(Merge.objects.select_related("kept", "merged"), pk=pk)
    if not may_keep_record(request.user, made.kept):
        raise PermissionDenied
    with refusal_as_message(request):
        services.undo(merge=made, by=request.user, now=timezone.now())
        messages.success(
            request,
            _("%(merged)s is a record of its own again.")
            % {"merged": made.merged.name},
        )
    return redirect("members:record", pk=made.kept_id)
