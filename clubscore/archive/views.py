"""The page where an admin downloads the whole club."""

from tempfile import TemporaryFile

from django.http import FileResponse, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import override
from django.views.decorators.http import require_GET, require_POST

from clubscore.archive.export import file_name, pack_for
from clubscore.archive.left_out import left_out_for
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import admin_required


@require_GET
@admin_required
def index(request: MemberRequest) -> HttpResponse:
    """The page about the download: the contents of the ZIP, and the reasons to keep it safe."""
    left_out = left_out_for(request.user, timezone.now()).words
    return render(request, "archive/archive_index.html", {"left_out": left_out})


@require_POST
@admin_required
def download(request: MemberRequest) -> FileResponse:
    """Download the ZIP. It is written into a temporary file first, so that an error does not send half a file."""
    now = timezone.now()
    file = TemporaryFile()  # noqa: SIM115 - the answer closes it when it is sent
    with override("en-gb"):  # a file is the same for every reader
        pack_for(file=file, by=request.user, now=now)
    file.seek(0)
    headers = {"Cache-Control": "private, no-store"}
    return FileResponse(
        file,
        as_attachment=True,
        filename=file_name(now),
        content_type="application/zip",
        headers=headers,
    )
