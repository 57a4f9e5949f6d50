from django.urls import path

from clubscore.archive import views

app_name = "archive"

urlpatterns = [
    path("", views.index, name="index"),
    path("club/", views.download, name="download"),
]
