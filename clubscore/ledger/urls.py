from django.urls import path

from clubscore.ledger import views
from clubscore.ledger.manual_entries import views as manual_entries

app_name = "ledger"

urlpatterns = [
    path("", views.index, name="index"),
    path("ledger.csv", views.index_csv, name="csv"),
    path("adjustments/", manual_entries.adjustments, name="adjustments"),
    path("adjustments/<int:pk>/reversal/", manual_entries.reversal, name="reversal"),
    path(
        "opening-balances/",
        manual_entries.opening_balances,
        name="opening-balances",
    ),
    path("<int:member_pk>/", views.statement, name="statement"),
    path("<int:member_pk>/ledger.csv", views.statement_csv, name="statement-csv"),
]
