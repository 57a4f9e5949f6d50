from django.urls import path

from clubscore.styleguide import views

app_name = "styleguide"

urlpatterns = [
    path("", views.index, name="index"),
    path("themes.css", views.themes, name="themes"),
]
