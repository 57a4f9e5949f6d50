from django.urls import path

from clubscore.office import views

app_name = "office"

urlpatterns = [
    path("", views.index, name="index"),
    path("settings/", views.installation, name="installation"),
    path("audit/", views.audit, name="audit"),
    path("audit/audit.csv", views.audit_csv, name="audit-csv"),
]
