from django.urls import path

from clubscore.ledger import manual_entry_views, views

app_name = "ledger"

urlpatterns = [
    path("", views.index, name="index"),
    path("ledger.csv", views.index_csv, name="csv"),
    path("adjustments/", manual_entry_views.adjustments, name="adjustments"),
    path(
        "adjustments/<int:pk>/reversal/", manual_entry_views.reversal, name="reversal"
    ),
    path(
        "opening-balances/",
        manual_entry_views.opening_balances,
        name="opening-balances",
    ),
    path("<int:member_pk>/", views.statement, name="statement"),
    path("<int:member_pk>/ledger.csv", views.statement_csv, name="statement-csv"),
]
