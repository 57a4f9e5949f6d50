"""The privacy page, for everybody, and the form of the club's own words on it."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from clubscore.members.http import MemberRequest
from clubscore.members.permissions import admin_required
from clubscore.privacy.models import KEPT_FOR
from clubscore.privacy.notice.forms import WordsForm
from clubscore.privacy.notice.queries import newest_words
from clubscore.privacy.notice.services import say
from clubscore.web.forms.http import form_page, posted_data


@login_not_required
@require_GET
def notice(request: HttpRequest) -> HttpResponse:
    """The privacy page: what the club keeps, why, how long, and who sees it. Everybody may read it before joining."""
    context = {
        "said": newest_words(),
        "session_days": settings.SESSION_COOKIE_AGE // (24 * 60 * 60),
        "erased_days": KEPT_FOR.days,
        "sends_mail": settings.SENDS_MAIL,
    }
    return render(request, "privacy/notice_detail.html", context)


@require_http_methods(["GET", "POST"])
@admin_required
def words(request: MemberRequest) -> HttpResponse:
    """The page on which an admin writes the club's own words for the privacy page: the contact and more text."""
    said = newest_words()
    initial = {"contact": said.contact, "words": said.words} if said else None
    data = posted_data(request)
    form = WordsForm(data, initial=initial)
    if form.is_valid():
        say(**form.cleaned_data, by=request.user, now=timezone.now())
        messages.success(request, _("The privacy page says so now."))
        return redirect("privacy:notice")
    return form_page(request, "privacy/words_form.html", {"form": form}, form)
