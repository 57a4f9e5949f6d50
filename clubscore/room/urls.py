from django.urls import path

from clubscore.room import views

app_name = "room"

urlpatterns = [
    path("", views.index, name="index"),
    path("room/", views.index_poll, name="index-poll"),
    path("room/seat/", views.seat_notice, name="seat-notice"),
    path("pad/", views.pad, name="pad"),
    path("tables/<int:pk>/", views.table, name="table"),
    path("tables/<int:pk>/sheet/", views.table_poll, name="table-poll"),
    path("tables/<int:pk>/absence/", views.absence, name="absence"),
    path("tables/<int:pk>/presence/", views.presence, name="presence"),
    path("tables/<int:pk>/cut/", views.cut, name="cut"),
    path("tables/<int:pk>/cut/seats/", views.choice_of_seats, name="choice-of-seats"),
]
