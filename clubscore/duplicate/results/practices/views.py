"""The page of the club's practice."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.results.practices.context import practice_context
from clubscore.duplicate.results.practices.forms import PracticeForm
from clubscore.duplicate.results.practices.queries import current_practice
from clubscore.duplicate.results.practices.services import choose_practice
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import admin_required
from clubscore.refusals import refusal_on_form
from clubscore.web.forms.http import form_page, posted_data


@require_http_methods(["GET", "POST"])
@at_one_moment
@admin_required
def practice(request: MemberRequest) -> HttpResponse:
    """GET shows the club's practice and who chose it; POST chooses one as an admin."""
    form = PracticeForm(posted_data(request), current=current_practice())
    if form.is_valid():
        with refusal_on_form(form):
            choose_practice(
                practice=form.cleaned_data["practice"],
                conventions=form.conventions,
                by=request.user,
                now=timezone.now(),
            )
            messages.success(
                request, _("Kept. It counts for sessions that are opened from now on.")
            )
            return redirect("duplicate:practice")
    context = practice_context(form)
    return form_page(request, "duplicate/practice_form.html", context, form)
