"""Each decision about a rubber can be read by the four: its reason and its decider are in the history."""

from collections.abc import Iterator

from django.test import Client
from django.urls import reverse

from clubscore.members.models import Member
from clubscore.rubbers.models import Rubber


def each_decision_is_read_by_the_four() -> None:
    """Assert that the history shows one of the four who decided what alone, and why. Called after a sequence."""
    for rubber in Rubber.objects.order_by("pk"):
        decisions = list(_decisions(rubber))
        reader = _one_of_the_four(rubber)
        if not decisions or reader is None:
            continue
        phone = Client()
        phone.force_login(reader)
        html = phone.get(reverse("rubbers:history", args=[rubber.pk])).content.decode()
        for reason, decider in decisions:
            assert reason in html, f"{reader} cannot read in {rubber}: {reason}"
            assert decider.name in html, f"{reader} cannot read in {rubber}: {decider}"


def _decisions(rubber: Rubber) -> Iterator[tuple[str, Member]]:
    """Yield the reason and the decider of each decision of one member."""
    for ruled in (rubber.proposals, rubber.motions):
        for row in ruled.filter(state="ruled").select_related("closed_by"):
            yield row.ruling, row.closed_by
    for opened in rubber.reopenings.filter(motion=None).select_related("member"):
        yield opened.reason, opened.member
    instead = rubber.net_agreements.exclude(given_by=None)
    for signature in instead.select_related("given_by"):
        yield signature.reason, signature.given_by
    for report in rubber.absences.exclude(ruling="").select_related("closed_by"):
        yield report.ruling, report.closed_by


def _one_of_the_four(rubber: Rubber) -> Member | None:
    """The first of the players who can sign in; None if nobody can."""
    seats = rubber.seats.filter(until=None, member__is_active=True)
    for row in seats.select_related("member").order_by("pk"):
        if not row.member.is_guest:
            return row.member
    return None
