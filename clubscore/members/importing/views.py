"""Import of members from a spreadsheet: the empty template, the dry run, the import; and the list as a download."""

import csv
from collections.abc import Mapping
from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

from clubscore.members.http import MemberRequest
from clubscore.members.importing import csv_table
from clubscore.members.importing.columns import (
    COLUMNS,
    columns_of,
    explained_headings,
    have_names,
)
from clubscore.members.importing.context import columns_context, date_note
from clubscore.members.importing.forms import MemberListForm, chosen_columns
from clubscore.members.importing.member_list import rows_of
from clubscore.members.importing.outcome import ImportPlan
from clubscore.members.importing.plan import plan_import
from clubscore.members.importing.queries import remembered_headings
from clubscore.members.importing.services import carry_out
from clubscore.members.importing.spreadsheets.packed import UnreadableList
from clubscore.members.people.queries import enough_to_play
from clubscore.members.people.services import CannotLeave, RoleRefused
from clubscore.members.permissions import may_keep_members, member_keeper_required
from clubscore.web.csv import csv_response
from clubscore.web.forms.http import form_page
from clubscore.web.large_bodies import takes_large_body

PAGE = "members/import_form.html"
# The fields that the page sends again after the dry run.
REPEATED_FIELDS = ("list", "names", "overwrite", "dates")
# Bytes: five thousand members with every column full are half of it.
MOST = 4 * 1024 * 1024


@takes_large_body(MOST, may=may_keep_members)
@require_http_methods(["GET", "POST"])
@member_keeper_required
def import_members(request: MemberRequest) -> HttpResponse:
    """GET shows the form. POST shows the changes that the list would make; the button `import` makes these changes."""
    form = MemberListForm(request.POST or None, request.FILES or None)
    if request.method == "GET" or not form.is_valid():
        return form_page(request, PAGE, {"form": form}, form)
    chosen = chosen_columns(request.POST)
    find = partial(
        columns_of,
        form.table.headings,
        remembered=remembered_headings(),
        values=form.table.values(),
    )
    columns = find(chosen=chosen)
    again = {name: form.cleaned_data[name] for name in REPEATED_FIELDS}
    context = {
        "form": MemberListForm(initial=again),
        "again": again,
        "file_note": form.file_note,
        "is_chosen": bool(chosen),
    }
    context |= columns_context(form.table, columns)
    if not have_names(columns):
        return render(request, PAGE, context | {"asks_for_names": True}, status=422)
    try:
        rows = rows_of(form.table, columns)
        plan = plan_import(
            rows=rows,
            overwrite=again["overwrite"],
            by=request.user,
            date_order=form.date_order,
        )
        if "import" in request.POST:
            explained = explained_headings(columns, without_choice=find(chosen={}))
            return _imported(request, plan, explained)
    except UnreadableList as refusal:
        return render(request, PAGE, context | {"refusal": str(refusal)}, status=422)
    except (CannotLeave, RoleRefused) as refusal:
        said = _("Nothing was imported.")
        return render(
            request, PAGE, context | {"refusal": f"{refusal} {said}"}, status=409
        )
    context |= {"plan": plan, "date_note": date_note(plan.dates)}
    return render(request, PAGE, context)


def _imported(
    request: MemberRequest, plan: ImportPlan, headings: Mapping[str, str]
) -> HttpResponse:
    """Carry out the plan and redirect to the members, or to the first steps of a club that had nobody to play.

    `headings` are the meanings of headings to remember.
    """
    is_first = not enough_to_play()
    count = carry_out(plan=plan, by=request.user, now=timezone.now(), headings=headings)
    words = ngettext(
        "%(number)s member imported.", "%(number)s members imported.", count
    )
    messages.success(request, words % {"number": count})
    if is_first:
        return redirect("office:index")
    return redirect("members:index")


@require_GET
@member_keeper_required
def import_template(request: MemberRequest) -> HttpResponse:
    """Download an empty template: a CSV file with only the header line."""
    answer = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="members.csv"'
    csv.writer(answer).writerow(COLUMNS)
    return answer


@require_GET
@member_keeper_required
def list_csv(request: MemberRequest) -> HttpResponse:
    """Download all members, with the columns of the import."""
    return csv_response("members.csv", csv_table.HEADER, csv_table.rows())
