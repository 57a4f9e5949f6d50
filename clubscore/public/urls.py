from django.urls import path

from clubscore.public.api import views as api_views
from clubscore.public.choices import views as choice_views
from clubscore.public.feeds import views as feed_views
from clubscore.public.pages import views as page_views
from clubscore.public.sharing import views as sharing_views

app_name = "public"

urlpatterns = [
    path("robots.txt", choice_views.robots, name="robots"),
    path("public/", page_views.index, name="index"),
    path("public/room/", page_views.room, name="room"),
    path("public/evenings/", page_views.evenings, name="evenings"),
    path("public/evenings.ics", feed_views.evenings_ics, name="evenings-ics"),
    path("public/evenings/<slug:day>/", page_views.evening, name="evening"),
    path("public/duplicate/", page_views.duplicate, name="duplicate"),
    path("public/duplicate/<int:pk>/", page_views.session, name="session"),
    path("public/standings/", page_views.standings, name="standings"),
    path("public/standings/<slug:slug>/", page_views.season, name="season"),
    path(
        "public/results/<str:token>/",
        sharing_views.linked_evening,
        name="linked-evening",
    ),
    path("calendar/<str:token>/evenings.ics", feed_views.own_ics, name="own-ics"),
    path("api/v1/room/", api_views.room, name="api-room"),
    path("api/v1/evenings/", api_views.evenings, name="api-evenings"),
    path("api/v1/evenings/<slug:day>/", api_views.evening, name="api-evening"),
    path("api/v1/sessions/", api_views.sessions, name="api-sessions"),
    path("api/v1/sessions/<int:pk>/", api_views.session, name="api-session"),
    path("api/v1/seasons/", api_views.seasons, name="api-seasons"),
    path("api/v1/standings/<slug:slug>/", api_views.standings, name="api-standings"),
    # for members
    path("members/me/public-name/", choice_views.my_naming, name="my-naming"),
    path("members/me/calendar/", feed_views.my_calendar, name="my-calendar"),
    path(
        "members/<int:pk>/public-name/",
        choice_views.member_naming,
        name="member-naming",
    ),
    # for admins
    path("evenings/<slug:day>/sending/", sharing_views.sharing, name="sharing"),
    path("evenings/<slug:day>/sending/link/", sharing_views.links, name="links"),
    path(
        "evenings/<slug:day>/sending/revocation/",
        sharing_views.revocation,
        name="link-revocation",
    ),
    path("evenings/<slug:day>/sending/e-mail/", sharing_views.mailing, name="mailing"),
    path("office/public/", choice_views.choices, name="choices"),
    path("office/public/tokens/", api_views.tokens, name="tokens"),
    path(
        "office/public/tokens/<int:pk>/revocation/",
        api_views.token_revocation,
        name="token-revocation",
    ),
]
