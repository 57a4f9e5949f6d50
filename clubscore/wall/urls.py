from django.urls import path

from clubscore.wall import views

app_name = "wall"

urlpatterns = [
    path("", views.index, name="index"),
    path("choice/", views.choice, name="choice"),
    path("<int:table>/<slug:embargo>/", views.index_poll, name="index-poll"),
    path("overlay/", views.overlay, name="overlay"),
    path(
        "overlay/<int:table>/<slug:embargo>/", views.overlay_poll, name="overlay-poll"
    ),
]
