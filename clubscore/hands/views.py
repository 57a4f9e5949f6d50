"""Sets of boards: made, looked at, opened, printed, taken along and checked."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.calendar import evening_of
from clubscore.hands import queries, services
from clubscore.hands.context import cards_context, grouped
from clubscore.hands.forms import MOST_BYTES, DealForm, ImportForm, VerificationForm
from clubscore.hands.models import DealSet, Origin
from clubscore.languages.spoken import refusal_told
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import admin_required, may_administer
from clubscore.refusals import refusal_as_message, refusal_on_form
from clubscore.web.large_bodies import takes_large_body
from clubscore.web.pagination import uncounted_page
from scoring.errors import InvalidHands
from scoring.text.hands.dup_file import dup_file
from scoring.text.hands.pbn_lines import pbn_lines

PAGE_SIZE = 30
DEALING, IMPORT = "hands/set_dealing.html", "hands/set_import.html"


@require_GET
def index(request: MemberRequest) -> HttpResponse:
    """Every set, with its digest."""
    page, now = uncounted_page(queries.newest_sets(), request.GET.get("page"), PAGE_SIZE), timezone.now()
    opened = queries.open_among(page.object_list, now)
    sets = [(each, each.pk in opened) for each in page.object_list]
    return render(request, "hands/set_list.html", {"page": page, "sets": sets, "now": now})


@require_http_methods(["GET", "POST"])
@admin_required
def dealing(request: MemberRequest) -> HttpResponse:
    """Deal a set."""
    form = DealForm(request.POST or None)
    if form.is_valid():
        with refusal_on_form(form):
            made = services.deal_set(**form.cleaned_data, by=request.user, now=timezone.now())
            return redirect("hands:detail", pk=made.pk)
    return render(request, DEALING, {"form": form}, status=422 if form.errors else 200)


@takes_large_body(MOST_BYTES, may=may_administer)
@require_http_methods(["GET", "POST"])
@admin_required
def import_pbn(request: MemberRequest) -> HttpResponse:
    """Take a set from a PBN file."""
    form = ImportForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        name, opens_at = form.cleaned_data["name"], form.cleaned_data["opens_at"]
        with refusal_on_form(form):
            made = services.import_set(
                name=name, dealt=form.dealt, opens_at=opens_at, by=request.user, now=timezone.now()
            )
            return redirect("hands:detail", pk=made.pk)
    return render(request, IMPORT, {"form": form}, status=422 if form.errors else 200)


@require_GET
def detail(request: MemberRequest, pk: int) -> HttpResponse:
    """A set: its digest, when it is open, who has looked before, and the ways to its cards."""
    found, now = queries.set_or_404(pk), timezone.now()
    context = {
        "set": found,
        "digest": grouped(found.digest),
        "is_open": queries.is_open(found, now),
        "may_see": queries.may_see_cards(request.user, found, now),
        "looks": queries.looks_at(found),
        "sealed_until": queries.sealed_until(found, now),
    }
    return render(request, "hands/set_detail.html", context)


@require_POST
@admin_required
def look(request: MemberRequest, pk: int) -> HttpResponse:
    """Look at the cards before they are open, which all will see."""
    with refusal_as_message(request):
        services.look(seen=queries.set_or_404(pk), by=request.user, now=timezone.now())
    return redirect("hands:detail", pk=pk)


@require_POST
@admin_required
def opening(request: MemberRequest, pk: int) -> HttpResponse:
    """Open the cards to everybody."""
    with refusal_as_message(request):
        services.open_set(opened=queries.set_or_404(pk), by=request.user, now=timezone.now())
        messages.success(request, _("Everybody may see these hands now."))
    return redirect("hands:detail", pk=pk)


@require_GET
def sheet(request: MemberRequest, pk: int) -> HttpResponse:
    """All hands of the set, to print."""
    found = queries.opened_set(pk, request.user, timezone.now())
    return render(request, "hands/hand_sheet.html", cards_context(found))


@require_GET
def curtain_cards(request: MemberRequest, pk: int) -> HttpResponse:
    """A card for each pocket of each board, to print and cut."""
    found = queries.opened_set(pk, request.user, timezone.now())
    return render(request, "hands/curtain_cards.html", cards_context(found))


@require_GET
def pbn(request: MemberRequest, pk: int) -> HttpResponse:
    """The set for bridge programs and dealing machines."""
    found = queries.opened_set(pk, request.user, timezone.now())
    lines = pbn_lines(found.dealt, event=found.name, date=f"{evening_of(found.made_at):%Y.%m.%d}")
    return _download(found, "pbn", "".join(lines).encode("latin-1"), "text/x-pbn; charset=ISO-8859-1")


@require_GET
def dup(request: MemberRequest, pk: int) -> HttpResponse:
    """The set for dealing machines of Duplimate."""
    found = queries.opened_set(pk, request.user, timezone.now())
    try:
        content = dup_file(found.dealt, is_random=found.origin == Origin.DEALT)
    except InvalidHands as refusal:
        words = {"refusal": refusal_told(refusal)}
        messages.error(request, _("%(refusal)s Take the PBN file: dealing machines read it, too.") % words)
        return redirect("hands:detail", pk=pk)
    return _download(found, "dup", content, "application/octet-stream")


@require_GET
def sealed(request: MemberRequest, pk: int) -> HttpResponse:
    """The text that the digest was published of, to the byte."""
    found = queries.opened_set(pk, request.user, timezone.now())
    return _download(found, "txt", found.sealed_text.encode(), "text/plain; charset=utf-8")


@require_http_methods(["GET", "POST"])
def verification(request: MemberRequest) -> HttpResponse:
    """Check a text against a digest. Nothing is written."""
    form = VerificationForm(request.POST or None)
    context = {"form": form, "is_checked": form.is_bound and form.is_valid()}
    return render(request, "hands/set_verification.html", context, status=422 if form.errors else 200)


def _download(deal_set: DealSet, kind: str, content: bytes, content_type: str) -> HttpResponse:
    answer = HttpResponse(content, content_type=content_type)
    answer["Content-Disposition"] = f'attachment; filename="{slugify(deal_set.name) or "hands"}.{kind}"'
    return answer
