from django.apps import AppConfig
from django.conf import settings
from django.db import connection

from clubscore.discovery import import_registering_modules
from clubscore.languages.catalogues import merge_catalogues
from clubscore.web.private_files import close_to_others, files_of_the_club


class WebConfig(AppConfig):
    name = "clubscore.web"

    def ready(self) -> None:
        """Merge the translations, close the club's files to others, and import the registering modules of all apps.

        Django calls this after it has loaded the models of every app.
        """
        database = (
            settings.DATABASES["default"]["NAME"]
            if connection.vendor == "sqlite"
            else ""
        )
        for code, _ in settings.LANGUAGES:
            merge_catalogues(code)
        close_to_others(files_of_the_club(settings.DATA_DIR, database))
        import_registering_modules()
