"""Members from a spreadsheet, and as one: the empty template, the dry run, the import, the list to take along."""

import csv

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods

from clubscore.members.http import MemberRequest
from clubscore.members.importing import csv_table
from clubscore.members.importing.forms import ListForm
from clubscore.members.importing.member_list import COLUMNS, UnreadableList, read_list
from clubscore.members.importing.plan import plan_import
from clubscore.members.importing.services import carry_out
from clubscore.members.people.services import CannotLeave
from clubscore.members.permissions import may_keep_members, member_keeper_required
from clubscore.web.csv import csv_response
from clubscore.web.large_bodies import takes_large_body

PAGE = "members/import_form.html"
MOST = 4 * 1024 * 1024  # bytes: five thousand members with every column full are half of it


@takes_large_body(MOST, may=may_keep_members)
@require_http_methods(["GET", "POST"])
@member_keeper_required
def import_members(request: MemberRequest) -> HttpResponse:
    """GET shows the form. POST shows what the list would do, or does it with the button `import`."""
    if request.method == "GET":
        return render(request, PAGE, {"form": ListForm(), "columns": COLUMNS})
    form = ListForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, PAGE, {"form": form, "columns": COLUMNS}, status=422)
    text, overwrite = form.cleaned_data["list"], form.cleaned_data["overwrite"]
    try:
        plan = plan_import(rows=read_list(text), overwrite=overwrite, by=request.user)
    except UnreadableList as error:
        form.add_error(None, str(error))
        return render(request, PAGE, {"form": form, "columns": COLUMNS}, status=422)
    if "import" in request.POST:
        try:
            count = carry_out(plan=plan, by=request.user, now=timezone.now())
        except CannotLeave as refusal:
            form.add_error(None, f"{refusal} Nothing was imported.")
            return render(request, PAGE, {"form": form, "columns": COLUMNS}, status=409)
        messages.success(request, f"{count} member{'' if count == 1 else 's'} imported.")
        return redirect("members:index")
    context = {"form": ListForm(initial={"list": text, "overwrite": overwrite}), "columns": COLUMNS, "plan": plan}
    return render(request, PAGE, context | {"text": text, "overwrite": overwrite})


@require_GET
@member_keeper_required
def import_template(request: MemberRequest) -> HttpResponse:
    """The header line alone, as a file that a spreadsheet opens."""
    answer = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="members.csv"'
    csv.writer(answer).writerow(COLUMNS)
    return answer


@require_GET
@member_keeper_required
def list_csv(request: MemberRequest) -> HttpResponse:
    """All members, whatever the page shows, with the columns of the import."""
    return csv_response("members.csv", csv_table.HEADER, csv_table.rows())
