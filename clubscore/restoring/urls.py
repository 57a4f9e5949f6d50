from django.urls import path

from clubscore.restoring import views

app_name = "restoring"

urlpatterns = [
    path("", views.backups, name="backups"),
    path("making/", views.making, name="backup-making"),
    path("restore/", views.restore, name="restore"),
]
