from django.urls import path

from clubscore.offline import views

app_name = "offline"

urlpatterns = [
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("service-worker.js", views.service_worker, name="service-worker"),
    path("offline/", views.page, name="page"),
]
