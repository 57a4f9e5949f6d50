from django.urls import path

from clubscore.privacy.erasing import views as erasing_views
from clubscore.privacy.notice import views as notice_views
from clubscore.privacy.own_data import views as own_data_views

app_name = "privacy"

urlpatterns = [
    path("privacy/", notice_views.notice, name="notice"),
    path("privacy/words/", notice_views.words, name="words"),
    path("members/me/data/", own_data_views.my_data, name="my-data"),
    path(
        "members/me/data/my-data.json", own_data_views.my_data_json, name="my-data-json"
    ),
    path("members/me/correction/", own_data_views.correction, name="correction"),
    path("members/erasures/", erasing_views.erasures, name="erasures"),
    path("members/erasures/<int:pk>/undoing/", erasing_views.undo, name="erasure-undo"),
    path("members/<int:pk>/erasure/", erasing_views.erasure, name="erasure"),
]
