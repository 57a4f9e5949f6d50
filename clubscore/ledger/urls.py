from django.urls import path

from clubscore.ledger import views

app_name = "ledger"

urlpatterns = [
    path("", views.index, name="index"),
    path("<int:member_pk>/", views.statement, name="statement"),
]
