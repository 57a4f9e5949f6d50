"""The page on which an admin changes the terms of a season's standings of duplicate."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from clubscore.ledger.models import Season
from clubscore.ledger.services import SeasonRefused
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import admin_required
from clubscore.standings.duplicate.context import DUPLICATE
from clubscore.standings.duplicate.forms import DuplicateTermsForm
from clubscore.standings.duplicate.queries import duplicate_terms_of
from clubscore.standings.duplicate.services import change_duplicate_terms
from clubscore.standings.ranking.percentages import Counting
from clubscore.web.forms.http import form_page, posted_data


@require_http_methods(["GET", "POST"])
@admin_required
def duplicate_terms(request: MemberRequest, slug: str) -> HttpResponse:
    """The page on which an admin changes the terms by which the season's sessions are ranked."""
    shown = get_object_or_404(Season, slug=slug)
    now = duplicate_terms_of(shown)
    initial = {
        name: getattr(now, name) for name in ("by", "best", "last", "least", "guests")
    }
    data = posted_data(request)
    form = DuplicateTermsForm(data, initial=initial)
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        try:
            change_duplicate_terms(
                season=shown,
                counting=Counting(chosen["by"], chosen["best"], chosen["last"]),
                least=chosen["least"],
                guests=chosen["guests"],
                by=request.user,
                now=timezone.now(),
            )
        except SeasonRefused as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect(
                f"{reverse('standings:season', args=[slug])}?game={DUPLICATE}"
            )
    context = {"season": shown, "form": form, "kind": DUPLICATE}
    return form_page(request, "standings/season_terms.html", context, form)
