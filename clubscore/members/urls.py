from django.urls import path

from clubscore.members.access import views as access_views
from clubscore.members.device import views as device_views
from clubscore.members.importing import views as import_views
from clubscore.members.invitations import views as invitation_views
from clubscore.members.merging import views as merge_views
from clubscore.members.passkeys import views as passkey_views
from clubscore.members.people import views as people_views

app_name = "members"

urlpatterns = [
    path("sign-in/", access_views.SignIn.as_view(), name="sign-in"),
    path(
        "sign-in/passkey/",
        passkey_views.SignInByPasskey.as_view(),
        name="sign-in-passkey",
    ),
    path(
        "sign-in/passkey/challenge/",
        passkey_views.sign_in_challenge,
        name="sign-in-challenge",
    ),
    path("pin/", access_views.pin, name="pin"),
    path("sign-out/", access_views.SignOut.as_view(), name="sign-out"),
    path("join/<str:token>/", invitation_views.join, name="join"),
    path(
        "join/<str:token>/passkey/",
        invitation_views.join_by_passkey,
        name="join-passkey",
    ),
    path(
        "join/<str:token>/passkey/challenge/",
        invitation_views.join_challenge,
        name="join-challenge",
    ),
    path("forgotten/", invitation_views.forgotten, name="forgotten"),
    path("members/", people_views.index, name="index"),
    path("members/new/", people_views.create, name="create"),
    path("members/me/", access_views.me, name="me"),
    path("members/me/sessions/", access_views.my_sessions, name="my-sessions"),
    path("members/me/keys/", access_views.my_table_keys, name="my-table-keys"),
    path("members/me/language/", access_views.my_language, name="my-language"),
    path("members/me/device/", device_views.device, name="device"),
    path("members/me/passkeys/", passkey_views.index, name="passkeys"),
    path(
        "members/me/passkeys/challenge/",
        passkey_views.challenge,
        name="passkey-challenge",
    ),
    path("members/me/passkeys/<int:key_pk>/", passkey_views.detail, name="passkey"),
    path(
        "members/me/passkeys/<int:key_pk>/removal/",
        passkey_views.removal,
        name="passkey-removal",
    ),
    path("members/list/", import_views.list_csv, name="list-csv"),
    path("members/import/", import_views.import_members, name="import"),
    path(
        "members/import/template/", import_views.import_template, name="import-template"
    ),
    path("members/roles/", people_views.roles, name="roles"),
    path("members/invitations/", invitation_views.index, name="invitations"),
    path("members/invitations/cards/", invitation_views.cards, name="cards"),
    path("members/invitations/<int:pk>/", invitation_views.detail, name="invitation"),
    path(
        "members/invitations/<int:pk>/revocation/",
        invitation_views.revocation,
        name="revocation",
    ),
    path(
        "members/invitations/<int:pk>/e-mail/", invitation_views.mailing, name="mailing"
    ),
    path("members/merges/<int:pk>/undoing/", merge_views.undo, name="merge-undo"),
    path("members/<int:pk>/merge/", merge_views.merge, name="merge"),
    path("members/<int:pk>/record/", people_views.record, name="record"),
    path("members/<int:pk>/change/", people_views.change, name="change"),
    path("members/<int:pk>/duties/", people_views.duties, name="duties"),
    path("members/<int:pk>/role/", people_views.role, name="role"),
    path("members/<int:pk>/invitation/", invitation_views.invite, name="invite"),
    path(
        "members/<int:pk>/passkeys/",
        passkey_views.removal_of_all,
        name="passkeys-removal",
    ),
    path("members/<int:pk>/sessions/", people_views.sessions, name="sessions"),
]
