from django.urls import path

from clubscore.my_page import views

app_name = "my_page"

urlpatterns = [
    path("me/", views.index, name="index"),
]
