from django.apps import AppConfig


class LedgerConfig(AppConfig):
    name = "clubscore.ledger"
    verbose_name = "Books"
