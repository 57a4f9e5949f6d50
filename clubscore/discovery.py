"""Import of the modules with which an app registers itself: found by their names, in any folder of the app."""

import os
from importlib import import_module
from pathlib import Path

from django.apps import AppConfig, apps

REGISTERING = {
    "audit_source",  # events of the audit
    "checks",  # Django's checks
    "night_jobs",  # the work of the night
    "receivers",  # receivers of signals
    "topics",  # regions of pages that a stream shows
    "wiring",  # functions for single questions of the apps below
}


def import_registering_modules() -> None:
    """Import the modules named in REGISTERING of all apps of Clubscore, in the order of INSTALLED_APPS.

    Django's `autodiscover_modules` imports only modules that lie directly in an app's folder.
    """
    for app in apps.get_app_configs():
        if app.name.startswith("clubscore."):
            for name in registering_modules(app):
                import_module(name)


def registering_modules(app: AppConfig) -> list[str]:
    """The dotted names of the modules of an app whose file name is in REGISTERING, in alphabetical order."""
    wanted = {f"{name}.py" for name in REGISTERING}
    paths = [
        Path(folder, file)
        for folder, _, files in os.walk(app.path)
        for file in wanted.intersection(files)
    ]
    inside = [path.relative_to(app.path).with_suffix("") for path in paths]
    return sorted(".".join((app.name, *path.parts)) for path in inside)
