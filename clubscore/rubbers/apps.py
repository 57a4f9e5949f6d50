from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RubbersConfig(AppConfig):
    name = "clubscore.rubbers"
    verbose_name = _("Rubbers")
