"""Every address of the site; each app lists its own."""

from django.contrib import admin
from django.urls import include, path

from clubscore.members.access import views as access_views
from clubscore.web.health import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("admin/login/", access_views.office_door, name="office-door"),
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
