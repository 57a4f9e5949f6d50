from django.urls import path

from clubscore.ledger import views
from clubscore.ledger.manual_entries import views as by_hand

app_name = "ledger"

urlpatterns = [
    path("", views.index, name="index"),
    path("ledger.csv", views.index_csv, name="csv"),
    path("adjustments/", by_hand.adjustments, name="adjustments"),
    path("adjustments/<int:pk>/reversal/", by_hand.reversal, name="reversal"),
    path(
        "opening-balances/",
        by_hand.opening_balances,
        name="opening-balances",
    ),
    path("<int:member_pk>/", views.statement, name="statement"),
    path("<int:member_pk>/ledger.csv", views.statement_csv, name="statement-csv"),
]
