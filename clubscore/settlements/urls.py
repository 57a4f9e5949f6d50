from django.urls import path

from clubscore.settlements import views

app_name = "settlements"

urlpatterns = [
    path("", views.index, name="index"),
    path("settlements.csv", views.all_csv, name="csv"),
    path("new/", views.create, name="create"),
    path("<int:pk>/", views.detail, name="detail"),
    path("<int:pk>/settlement.csv", views.detail_csv, name="detail-csv"),
    path("<int:pk>/cancellation/", views.cancellation, name="cancellation"),
    path("payments/<int:pk>/", views.transfer, name="transfer"),
    path("payments/<int:pk>/mark/", views.mark, name="mark"),
    path(
        "payments/<int:pk>/mark/withdrawal/",
        views.mark_withdrawal,
        name="mark-withdrawal",
    ),
    path("payments/<int:pk>/receipt/", views.receipt, name="receipt"),
]
