"""Every address of the site; each app lists its own."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from clubscore.members.access import views as access_views
from clubscore.web.health import healthz

handler500 = "clubscore.web.unavailable.answer_error"

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("admin/login/", access_views.office_door, name="office-door"),
    path(
        "admin/password_change/",
        RedirectView.as_view(pattern_name="members:me", http_method_names=["get", "head"]),
        name="office-password",
    ),
    path("admin/", admin.site.urls),
    path("", include("clubscore.members.urls")),
    path("", include("clubscore.room.urls")),
    path("", include("clubscore.tables.urls")),
    path("", include("clubscore.rubbers.urls")),
    path("", include("clubscore.standings.urls")),
    path("evenings/", include("clubscore.evenings.urls")),
    path("settlements/", include("clubscore.settlements.urls")),
    path("ledger/", include("clubscore.ledger.urls")),
    path("office/", include("clubscore.office.urls")),
    path("export/", include("clubscore.archive.urls")),
]
