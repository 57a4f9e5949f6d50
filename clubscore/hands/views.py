"""The pages and downloads of sets of boards: make, look, open, print, download and check them."""

from collections.abc import Sequence

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
from clubscore.hands.forms import MOST_BYTES, DealtSetForm, ImportForm, VerificationForm
from clubscore.hands.models import DealSet, Origin
from clubscore.languages.spoken import refusal_told
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import admin_required, may_administer
from clubscore.refusals import refusal_as_message, refusal_on_form
from clubscore.web.forms.http import form_page
from clubscore.web.large_bodies import takes_large_body
from clubscore.web.pagination import uncounted_page
from scoring.errors import InvalidHands
from scoring.text.hands.dup_file import dup_file
from scoring.text.hands.pbn_file import SessionBoards
from scoring.text.hands.pbn_lines import pbn_lines

PAGE_SIZE = 30
DEALING, IMPORT = "hands/set_dealing.html", "hands/set_import.html"


@require_GET
def index(request: MemberRequest) -> HttpResponse:
    """The page that lists the sets, the newest first."""
    page = uncounted_page(queries.newest_sets(), request.GET.get("page"), PAGE_SIZE)
    now = timezone.now()
    opened = queries.open_among(page.object_list, now)
    sets = [(deal_set, deal_set.pk in opened) for deal_set in page.object_list]
    context = {"page": page, "sets": sets, "now": now}
    return render(request, "hands/set_list.html", context)


@require_http_methods(["GET", "POST"])
@admin_required
def dealing(request: MemberRequest) -> HttpResponse:
    """GET shows the form for a dealt set; POST deals the set."""
    form = DealtSetForm(request.POST or None)
    if form.is_valid():
        with refusal_on_form(form):
            made = services.deal_set(
                **form.cleaned_data, by=request.user, now=timezone.now()
            )
            return redirect("hands:detail", pk=made.pk)
    return form_page(request, DEALING, {"form": form}, form)


@takes_large_body(MOST_BYTES, may=may_administer)
@require_http_methods(["GET", "POST"])
@admin_required
def import_pbn(request: MemberRequest) -> HttpResponse:
    """GET shows the form for an import; POST makes a set from a PBN file or text."""
    form = ImportForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        with refusal_on_form(form):
            made = services.import_set(
                name=form.cleaned_data["name"],
                dealt=form.dealt,
                opens_at=form.cleaned_data["opens_at"],
                by=request.user,
                now=timezone.now(),
            )
            if len(form.sessions) > 1:
                messages.info(request, _first_of_several(form.sessions))
            return redirect("hands:detail", pk=made.pk)
    return form_page(request, IMPORT, {"form": form}, form)


def _first_of_several(sessions: Sequence[SessionBoards]) -> str:
    """The sentence that says which of several sessions in a file was imported."""
    words = _(
        "The file has %(number)s sessions. These are the hands of the first: %(title)s."
    )
    return words % {"number": len(sessions), "title": sessions[0].title or "–"}


@require_GET
def detail(request: MemberRequest, pk: int) -> HttpResponse:
    """The page of a set: its digest, its opening time, the members who looked before it, and the links to its cards."""
    deal_set = queries.set_or_404(pk)
    now = timezone.now()
    context = {
        "set": deal_set,
        "digest": grouped(deal_set.digest),
        "is_open": queries.is_open(deal_set, now),
        "may_see": queries.may_see_cards(request.user, deal_set, now),
        "looks": queries.looks_at(deal_set),
        "sealed_until": queries.sealed_until(deal_set, now),
    }
    return render(request, "hands/set_detail.html", context)


@require_POST
@admin_required
def look(request: MemberRequest, pk: int) -> HttpResponse:
    """Record that an admin looks at the cards early, and return to the page of the set. Everybody can see the look."""
    deal_set = queries.set_or_404(pk)
    with refusal_as_message(request):
        services.look(seen=deal_set, by=request.user, now=timezone.now())
    return redirect("hands:detail", pk=pk)


@require_POST
@admin_required
def opening(request: MemberRequest, pk: int) -> HttpResponse:
    """Open the cards of a set to everybody."""
    deal_set = queries.set_or_404(pk)
    with refusal_as_message(request):
        services.open_set(opened=deal_set, by=request.user, now=timezone.now())
        messages.success(request, _("Everybody may see these hands now."))
    return redirect("hands:detail", pk=pk)


@require_GET
def sheet(request: MemberRequest, pk: int) -> HttpResponse:
    """The page of all hands of a set, to print."""
    deal_set = queries.opened_set(pk, request.user, timezone.now())
    return render(request, "hands/hand_sheet.html", cards_context(deal_set))


@require_GET
def curtain_cards(request: MemberRequest, pk: int) -> HttpResponse:
    """The page of curtain cards, one for each pocket of each board, to print and cut."""
    deal_set = queries.opened_set(pk, request.user, timezone.now())
    return render(request, "hands/curtain_cards.html", cards_context(deal_set))


@require_GET
def pbn(request: MemberRequest, pk: int) -> HttpResponse:
    """Download a set as a PBN file, for bridge programs and dealing machines."""
    deal_set = queries.opened_set(pk, request.user, timezone.now())
    date = f"{evening_of(deal_set.made_at):%Y.%m.%d}"
    lines = pbn_lines(deal_set.dealt, event=deal_set.name, date=date)
    content = "".join(lines).encode("latin-1")
    return _download(deal_set, "pbn", content, "text/x-pbn; charset=ISO-8859-1")


@require_GET
def dup(request: MemberRequest, pk: int) -> HttpResponse:
    """Download a set as a DUP file for Duplimate's dealing machines. A set that such a file cannot hold is refused."""
    deal_set = queries.opened_set(pk, request.user, timezone.now())
    try:
        content = dup_file(deal_set.dealt, is_random=deal_set.origin == Origin.DEALT)
    except InvalidHands as refusal:
        words = _("%(refusal)s Take the PBN file: dealing machines read it, too.")
        messages.error(request, words % {"refusal": refusal_told(refusal)})
        return redirect("hands:detail", pk=pk)
    return _download(deal_set, "dup", content, "application/octet-stream")


@require_GET
def sealed(request: MemberRequest, pk: int) -> HttpResponse:
    """Download the sealed text of a set, byte for byte as its digest was computed."""
    deal_set = queries.opened_set(pk, request.user, timezone.now())
    content = deal_set.sealed_text.encode()
    return _download(deal_set, "txt", content, "text/plain; charset=utf-8")


@require_http_methods(["GET", "POST"])
def verification(request: MemberRequest) -> HttpResponse:
    """Check a text against a digest, and show the answer. Nothing is written."""
    form = VerificationForm(request.POST or None)
    context = {"form": form, "is_checked": form.is_bound and form.is_valid()}
    return form_page(request, "hands/set_verification.html", context, form)


def _download(
    deal_set: DealSet, kind: str, content: bytes, content_type: str
) -> HttpResponse:
    """A file to be downloaded, named after the set; `kind` is the end of its name."""
    answer = HttpResponse(content, content_type=content_type)
    name = slugify(deal_set.name) or "hands"
    answer["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    return answer
