from django.urls import path

from clubscore.tables import views

app_name = "tables"

urlpatterns = [
    path("tables/", views.table_create, name="create"),
    path("tables/<int:pk>/seating/", views.seating, name="seating"),
    path(
        "tables/<int:pk>/seating/<int:member_pk>/departure/",
        views.departure,
        name="departure",
    ),
    path("tables/<int:pk>/seat/", views.own_seat, name="own-seat"),
    path("tables/<int:pk>/game/", views.game, name="game"),
    path("tables/<int:pk>/closing/", views.closing, name="closing"),
]
