from django.urls import path

from clubscore.office import views

app_name = "office"

urlpatterns = [
    path("", views.index, name="index"),
    path("club/", views.club, name="club"),
    path("house-rules/", views.house_rules, name="house-rules"),
    path("settings/", views.installation, name="installation"),
    path("sign-ins/", views.sign_ins, name="sign-ins"),
    path("phones/", views.phones, name="phones"),
    path("audit/", views.audit, name="audit"),
    path("audit/audit.csv", views.audit_csv, name="audit-csv"),
]
