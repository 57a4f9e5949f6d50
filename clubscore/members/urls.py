from django.contrib.auth.views import LogoutView
from django.urls import path

from clubscore.members.access import views as access_views
from clubscore.members.importing import views as import_views
from clubscore.members.invitations import views as invitation_views
from clubscore.members.merging import views as merge_views
from clubscore.members.people import views as people_views

app_name = "members"

urlpatterns = [
    path("sign-in/", access_views.SignIn.as_view(), name="sign-in"),
    path("pin/", access_views.pin, name="pin"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("join/<str:token>/", invitation_views.join, name="join"),
    path("forgotten/", invitation_views.forgotten, name="forgotten"),
    path("members/", people_views.index, name="index"),
    path("members/me/", access_views.me, name="me"),
    path("members/me/sessions/", access_views.my_sessions, name="my-sessions"),
    path("members/me/keys/", access_views.my_table_keys, name="my-table-keys"),
    path("members/list/", import_views.list_csv, name="list-csv"),
    path("members/import/", import_views.import_members, name="import"),
    path("members/import/template/", import_views.import_template, name="import-template"),
    path("members/roles/", people_views.roles, name="roles"),
    path("members/invitations/", invitation_views.index, name="invitations"),
    path("members/invitations/cards/", invitation_views.cards, name="cards"),
    path("members/invitations/<int:pk>/", invitation_views.detail, name="invitation"),
    path("members/invitations/<int:pk>/revocation/", invitation_views.revocation, name="revocation"),
    path("members/invitations/<int:pk>/e-mail/", invitation_views.mailing, name="mailing"),
    path("members/merges/<int:pk>/undoing/", merge_views.undo, name="merge-undo"),
    path("members/<int:pk>/merge/", merge_views.merge, name="merge"),
    path("members/<int:pk>/record/", people_views.record, name="record"),
    path("members/<int:pk>/role/", people_views.role, name="role"),
    path("members/<int:pk>/invitation/", invitation_views.invite, name="invite"),
    path("members/<int:pk>/sessions/", people_views.sessions, name="sessions"),
]
