"""The evening of a moment (decision 0013), and a day in words."""

from datetime import date, datetime, time, timedelta

from django.utils import timezone
from django.utils.dateformat import format as formatted
from django.utils.translation import gettext

# On the club's clock; what starts before it belongs to the evening before.
BEGINS_AT = time(5)


def evening_of(moment: datetime) -> date:
    """The day of the evening to which the moment belongs. Two in the morning still belongs to the day before."""
    local = moment.astimezone(timezone.get_current_timezone())
    return local.date() - timedelta(days=local.time() < BEGINS_AT)


def day_words(day: date) -> str:
    """The day in words, such as `3 March 2026`, or `3. März 2026` for a German reader."""
    # On some systems `strftime` cannot leave out the zero of `03`.
    return formatted(day, gettext("j F Y"))


def beginning_of(evening: date) -> datetime:
    return datetime.combine(evening, BEGINS_AT, tzinfo=timezone.get_current_timezone())


def end_of(evening: date) -> datetime:
    """The end of the evening: the moment when the next evening begins."""
    return beginning_of(evening + timedelta(days=1))
