"""The answer to the question that a director asks first about tricks: was there a claim or a concession (Law 79B1)?"""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Claim(models.TextChoices):
    """The answers about a claim or a concession; empty if the matter is not about the number of tricks."""

    YES = "yes", _("tricks, after a claim or a concession")
    NO = "no", _("tricks, without a claim or a concession")


CLAIMS = ["", "yes", "no"]


def claim_column() -> "models.CharField[str, str]":
    """A column for a Claim; empty if nobody was asked."""
    return models.CharField(
        max_length=3, choices=Claim, blank=True, default="", db_default=""
    )
