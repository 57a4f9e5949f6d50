"""Health check for load balancers, monitors, and people after an update."""

from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from clubscore import __version__
from clubscore.live.hub import hub


@require_GET
@never_cache
@login_not_required
def healthz(request: HttpRequest) -> JsonResponse:
    """200 with JSON when the database answers, else 503 with the error."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return JsonResponse({"status": "database does not answer", "error": str(error)}, status=503)
    live = hub.status()
    return JsonResponse(
        {"status": "ok", "version": __version__, "database": connection.vendor, "watching": live.watching}
    )
