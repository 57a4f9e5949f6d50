"""The office: the desk, and the audit with its download."""

from django.conf import settings
from django.http import FileResponse, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from clubscore.calendar import evening_of
from clubscore.configuration.shown import shown_settings
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import admin_required
from clubscore.office.audit import entries_of, every_entry, newest_keys
from clubscore.office.audit_table import HEADER, audit_rows
from clubscore.office.backup import backup_command
from clubscore.office.forms import AuditForm
from clubscore.office.queries import desk_at
from clubscore.web.clock_watch import clock_watch
from clubscore.web.csv import long_csv_response
from clubscore.web.pagination import LAST_PAGE, UncountedPage, page_number

PAGE_SIZE = 50


@require_GET
@admin_required
def index(request: MemberRequest) -> HttpResponse:
    """The desk: what waits for the secretary."""
    now = timezone.now()
    context = {
        "desk": desk_at(now),
        "day": evening_of(now),
        "backup": backup_command(),
        "clock": clock_watch.warnings(now),
        "now": now,
    }
    return render(request, "office/office_index.html", context)


@require_GET
@admin_required
def installation(request: MemberRequest) -> HttpResponse:
    """The settings of this installation; of a secret only that it is set."""
    context = {"shown": shown_settings(settings.FROM_CLUB_ENV), "folder": settings.DATA_DIR}
    return render(request, "office/installation_detail.html", context)


@require_GET
@admin_required
def audit(request: MemberRequest) -> HttpResponse:
    """The audit, with its filters."""
    form = AuditForm(request.GET)
    number = page_number(request.GET.get("page"))
    keys = newest_keys(form.wanted, first=(number - 1) * PAGE_SIZE, count=PAGE_SIZE + 1)
    page = UncountedPage(number, has_next=len(keys) > PAGE_SIZE and number < LAST_PAGE)
    context = {"form": form, "page": page, "entries": entries_of(keys[:PAGE_SIZE])}
    return render(request, "office/audit_list.html", context)


@require_GET
@admin_required
def audit_csv(request: MemberRequest) -> FileResponse:
    """The same, all of it, oldest first."""
    return long_csv_response("audit.csv", HEADER, audit_rows(every_entry(AuditForm(request.GET).wanted)))
