"""The field for the least number of rubbers or sessions that it takes to be ranked."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from clubscore.standings.ranking.ranks import Least


class LeastField(forms.CharField):
    """A text field for the least number of rubbers or sessions for a rank. Its cleaned value is a `Least`.

    Readers type a number such as `10`, or a share of the busiest member's number such as `25%`.
    """

    def clean(self, value: Any) -> Least:
        try:
            return Least.parse(super().clean(value))
        except ValueError as error:
            raise ValidationError(str(error)) from error
