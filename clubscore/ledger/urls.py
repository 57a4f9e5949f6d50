from django.urls import path

from clubscore.ledger import manual_entry_views as by_hand_views
from clubscore.ledger import views

app_name = "ledger"

urlpatterns = [
    path("", views.index, name="index"),
    path("ledger.csv", views.index_csv, name="csv"),
    path("adjustments/", by_hand_views.adjustments, name="adjustments"),
    path("adjustments/<int:pk>/reversal/", by_hand_views.reversal, name="reversal"),
    path("opening-balances/", by_hand_views.opening_balances, name="opening-balances"),
    path("<int:member_pk>/", views.statement, name="statement"),
    path("<int:member_pk>/ledger.csv", views.statement_csv, name="statement-csv"),
]
