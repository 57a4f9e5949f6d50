from django.urls import path

from clubscore.evenings import views

app_name = "evenings"

urlpatterns = [
    path("", views.index, name="index"),
    path("newest/", views.newest, name="newest"),
    path("<slug:day>/", views.evening, name="evening"),
    path("<slug:day>/evening.csv", views.evening_csv, name="evening-csv"),
]
