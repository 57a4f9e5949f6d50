from django.urls import path

from clubscore.standings.boards import views as boards_views
from clubscore.standings.duplicate import views as duplicate_views
from clubscore.standings.profiles import views as member_views
from clubscore.standings.seasons import views

app_name = "standings"

urlpatterns = [
    path("standings/", views.index, name="index"),
    path("standings/seasons/", views.seasons, name="seasons"),
    path("standings/seasons.csv", views.seasons_csv, name="seasons-csv"),
    path("standings/worked-out/", views.worked_out, name="worked-out"),
    path("standings/<slug:slug>/", views.season, name="season"),
    path("standings/<slug:slug>/standings.csv", views.season_csv, name="season-csv"),
    path("standings/<slug:slug>/terms/", views.terms, name="terms"),
    path(
        "standings/<slug:slug>/terms/duplicate/",
        duplicate_views.duplicate_terms,
        name="duplicate-terms",
    ),
    path("standings/<slug:slug>/closing/", views.closing, name="closing"),
    path("members/<int:pk>/", member_views.member, name="member"),
    path(
        "members/<int:pk>/<slug:table>.csv", member_views.member_csv, name="member-csv"
    ),
    path("members/<int:pk>/boards/", boards_views.boards, name="member-boards"),
    path("members/<int:pk>/with/<int:partner_pk>/", member_views.pair, name="pair"),
    path(
        "members/<int:pk>/with/<int:partner_pk>/rubbers.csv",
        member_views.pair_csv,
        name="pair-csv",
    ),
]
