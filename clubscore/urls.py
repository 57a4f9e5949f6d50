"""Every address of the site. Each app lists its addresses in its own `urls.py`."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from clubscore.members.access import views as access_views
from clubscore.web.health import healthz
from clubscore.web.monitoring.metrics_page import metrics

handler400 = "clubscore.web.reach.unlisted_host.answer_bad_request"
handler500 = "clubscore.web.unavailable.answer_error"

urlpatterns = [
    # First what is asked for most: each request goes through them from above.
    path("", include("clubscore.rubbers.urls")),
    path("", include("clubscore.room.urls")),
    path("", include("clubscore.tables.urls")),
    path("healthz", healthz, name="healthz"),
    path("metrics", metrics, name="metrics"),
    path("admin/login/", access_views.office_door, name="office-door"),
    path(
        "admin/password_change/",
        RedirectView.as_view(
            pattern_name="members:me", http_method_names=["get", "head"]
        ),
        name="office-password",
    ),
    path("admin/", admin.site.urls),
    path("", include("clubscore.offline.urls")),
    path("", include("clubscore.public.urls")),
    path("", include("clubscore.members.urls")),
    path("", include("clubscore.my_page.urls")),
    path("", include("clubscore.privacy.urls")),
    path("", include("clubscore.standings.urls")),
    path("hands/", include("clubscore.hands.urls")),
    path("duplicate/", include("clubscore.duplicate.urls")),
    path("wall/", include("clubscore.wall.urls")),
    path("evenings/", include("clubscore.evenings.urls")),
    path("settlements/", include("clubscore.settlements.urls")),
    path("ledger/", include("clubscore.ledger.urls")),
    path("office/backups/", include("clubscore.restoring.urls")),
    path("office/", include("clubscore.office.urls")),
    path("styleguide/", include("clubscore.styleguide.urls")),
    path("export/", include("clubscore.archive.urls")),
]
