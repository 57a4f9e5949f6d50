from django.urls import path

from clubscore.standings import views

app_name = "standings"

urlpatterns = [
    path("standings/", views.index, name="index"),
    path("standings/seasons/", views.seasons, name="seasons"),
    path("standings/worked-out/", views.worked_out, name="worked-out"),
    path("standings/<slug:slug>/", views.season, name="season"),
    path("standings/<slug:slug>/standings.csv", views.season_csv, name="season-csv"),
    path("standings/<slug:slug>/terms/", views.terms, name="terms"),
    path("standings/<slug:slug>/closing/", views.closing, name="closing"),
    path("members/<int:pk>/", views.member, name="member"),
    path("members/<int:pk>/with/<int:partner_pk>/", views.pair, name="pair"),
]
