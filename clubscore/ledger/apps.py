from django.apps import AppConfig

from clubscore import audit


class LedgerConfig(AppConfig):
    name = "clubscore.ledger"
    verbose_name = "Books"

    def ready(self) -> None:
        from clubscore.ledger import audit_source  # noqa: PLC0415 - models are only there once the apps are ready

        audit.register(*audit_source.SOURCES)
