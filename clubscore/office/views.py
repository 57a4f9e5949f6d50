"""The office: the desk, and the audit with its download."""

from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from clubscore.backups.words import backup_state
from clubscore.calendar import evening_of
from clubscore.configuration.shown import shown_settings
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import admin_required, may_own
from clubscore.office.audit import entries_of, every_entry, newest_keys
from clubscore.office.audit_table import HEADER, audit_rows
from clubscore.office.club_settings import ClubForm, choose_settings
from clubscore.office.door import door_events, last_day
from clubscore.office.forms import AuditForm
from clubscore.office.queries import desk_at
from clubscore.office.reach import Reach, choose_reach
from clubscore.refusals import refusal_as_message, refusal_on_form
from clubscore.rubbers.house_rules.forms import HouseRulesForm
from clubscore.rubbers.house_rules.services import choose_house_rules
from clubscore.rubbers.models import HouseRules
from clubscore.web.clock_watch import clock_watch
from clubscore.web.csv import long_csv_response
from clubscore.web.forms.http import form_page, posted_data
from clubscore.web.pagination import LAST_PAGE, UncountedPage, page_number
from clubscore.web.reach.phones import is_for_this_computer_alone, phone_addresses

PAGE_SIZE = 50
BACK_AFTER = 10  # seconds, after which a browser without scripts goes back


@require_GET
@admin_required
def index(request: MemberRequest) -> HttpResponse:
    """The secretary's desk: the tasks that wait."""
    now = timezone.now()
    context = {
        "desk": desk_at(now),
        "day": evening_of(now),
        "backup": backup_state(now),
        "may_restore": may_own(request.user),
        "clock": clock_watch.warnings(now),
        "now": now,
    }
    return render(request, "office/office_index.html", context)


@require_http_methods(["GET", "POST"])
@admin_required
def club(request: MemberRequest) -> HttpResponse:
    """The page on which an admin changes the club's name, clock and currency."""
    posted = posted_data(request)
    form = ClubForm(posted)
    context = {"form": form, "folder": settings.DATA_DIR}
    if not form.is_valid():
        return form_page(request, "office/club_form.html", context, form)
    with refusal_on_form(form):
        choose_settings(changes=form.changes, by=request.user, now=timezone.now())
        messages.success(request, _("Kept. It counts from now on."))
        return redirect("office:index")
    return render(request, "office/club_form.html", context, status=409)


@require_http_methods(["GET", "POST"])
@admin_required
def house_rules(request: MemberRequest) -> HttpResponse:
    """The page on which an admin changes the house rules: cutting, agreement, rounding, seasons, stakes."""
    posted = posted_data(request)
    form = HouseRulesForm(posted, instance=HouseRules.current())
    if not form.is_valid():
        return form_page(request, "office/house_rules.html", {"form": form}, form)
    choose_house_rules(values=form.cleaned_data, by=request.user, now=timezone.now())
    messages.success(
        request,
        _("The house rules are kept. They count for rubbers that begin from now on."),
    )
    return redirect("office:index")


@require_GET
@admin_required
def installation(request: MemberRequest) -> HttpResponse:
    """The page of the settings of this installation. For a secret, it shows only that it is set."""
    context = {
        "shown": shown_settings(settings.FROM_CLUB_ENV),
        "folder": settings.DATA_DIR,
    }
    return render(request, "office/installation_detail.html", context)


@require_GET
@admin_required
def sign_ins(request: MemberRequest) -> HttpResponse:
    """The page of the latest sign-ins and failed attempts; with `?show=failures` only the failed attempts."""
    now = timezone.now()
    only_failures = request.GET.get("show") == "failures"
    number = page_number(request.GET.get("page"))
    found = door_events(
        only_failures=only_failures, first=(number - 1) * PAGE_SIZE, count=PAGE_SIZE + 1
    )
    page = UncountedPage(number, has_next=len(found) > PAGE_SIZE and number < LAST_PAGE)
    context = {
        "events": found[:PAGE_SIZE],
        "page": page,
        "only_failures": only_failures,
        "lately": last_day(now),
    }
    return render(request, "office/sign_in_list.html", context)


@require_http_methods(["GET", "POST"])
@admin_required
def phones(request: MemberRequest) -> HttpResponse:
    """The page of the addresses by which phones find the club. POST lets phones in, or keeps them out.

    The address of this request is the first, unless it works on this computer alone: then it is left out.
    """
    opened, found = request.build_absolute_uri("/").rstrip("/"), phone_addresses()
    works_here_alone = is_for_this_computer_alone(urlsplit(opened).hostname or "")
    reach = Reach(is_asked_at_the_computer=works_here_alone)
    if request.method == "POST":
        with refusal_as_message(request):
            lets_in = request.POST.get("phones") == "in"
            choose_reach(
                reach=reach, lets_in=lets_in, by=request.user, now=timezone.now()
            )
            return _starting_again(request)
        return redirect("office:phones")
    addresses = (
        found
        if works_here_alone
        else [opened, *(address for address in found if address != opened)]
    )
    context = {
        "addresses": addresses,
        "opened": opened,
        "port": settings.PORT,
        "folder": settings.DATA_DIR,
        "reach": reach,
    }
    return render(request, "office/phone_list.html", context)


def _starting_again(request: MemberRequest) -> HttpResponse:
    """The page that is open while Clubscore restarts; it leads back to this address."""
    context = {"back": request.path, "after": BACK_AFTER}
    return render(request, "office/starting_again.html", context)


@require_GET
@admin_required
def audit(request: MemberRequest) -> HttpResponse:
    """The page of the audit, with its filters."""
    form = AuditForm(request.GET)
    number = page_number(request.GET.get("page"))
    keys = newest_keys(form.wanted, first=(number - 1) * PAGE_SIZE, count=PAGE_SIZE + 1)
    page = UncountedPage(number, has_next=len(keys) > PAGE_SIZE and number < LAST_PAGE)
    context = {"form": form, "page": page, "entries": entries_of(keys[:PAGE_SIZE])}
    return render(request, "office/audit_list.html", context)


@require_GET
@admin_required
def audit_csv(request: MemberRequest) -> FileResponse:
    """Download the audit entries that the filters in the address select as CSV, oldest entry first."""
    return long_csv_response(
        "audit.csv", HEADER, audit_rows(every_entry(AuditForm(request.GET).wanted))
    )
