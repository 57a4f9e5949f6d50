"""Checks after every fault: each acknowledged deal is there once, nothing is half written, and the audits are clean."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from io import StringIO

from django.core.management import CommandError, call_command
from django.db import connection

from clubscore.contracts.models import SignatureMethod
from clubscore.ledger.models import Transaction
from clubscore.rubbers.models import Deal, DealAgreement, NetAgreement, Rubber
from clubscore.rubbers.rubber.loading import load_all
from scoring import parse_deal
from tests.factories import NINE_DEALS
from tests.soak.kills.evening import Acknowledged, Evening

AUDITS = ("check_ledger", "check_rubbers", "check_sessions", "check_standings")


def assert_kept(evening: Evening) -> None:
    """Assert that nothing is lost, doubled, half written or wrong in the books. Nobody may write at the same time."""
    assert [*lost(evening.acknowledged)] == []
    assert [*doubled()] == []
    assert [*half_written()] == []
    assert [*wrong_in_the_books()] == []


def lost(acknowledged: list[Acknowledged]) -> Iterator[str]:
    """Yield a sentence for each acknowledged deal that is not on its sheet as it was sent."""
    rows = {
        (deal.rubber_id, deal.key): (deal.number, deal.version, deal.facts)
        for deal in Deal.objects.all()
    }
    for deal in acknowledged:
        found = rows.get((deal.rubber, deal.key))
        if found != (deal.number, 1, parse_deal(deal.line)):
            yield f"Deal {deal.number} of rubber {deal.rubber} ({deal.line}) stands there as {found}."


def doubled() -> Iterator[str]:
    """Yield a sentence for each sheet on which a deal is recorded twice or a number is missing."""
    numbers = defaultdict(list)
    for rubber, number in Deal.objects.order_by("pk").values_list(
        "rubber_id", "number"
    ):
        numbers[rubber].append(number)
    for rubber, recorded in numbers.items():
        if recorded != [*range(1, len(recorded) + 1)]:
            yield f"Rubber {rubber} has the deals {recorded}."


def half_written() -> Iterator[str]:
    """Yield a sentence for each deal, end, signature or posting without the other rows that belong to it."""
    signed = set(
        DealAgreement.objects.filter(how=SignatureMethod.RECORDED).values_list(
            "deal_id", "member_id"
        )
    )
    for deal, scorer in Deal.objects.values_list("pk", "recorded_by_id"):
        if (deal, scorer) not in signed:
            yield f"Deal row {deal} has no signature of its recorder."
    nets = Counter(NetAgreement.objects.values_list("rubber_id", flat=True))
    posted = Counter(
        Transaction.objects.filter(source=Transaction.Source.RUBBER).values_list(
            "source_id", flat=True
        )
    )
    for state in load_all(Rubber.objects.all()):
        rubber, deals = state.rubber, len(state.deals)
        found = (
            rubber.revision,
            len(state.seats),
            rubber.is_over,
            rubber.is_agreed,
            nets[rubber.pk],
            posted[rubber.pk],
        )
        is_over, is_agreed = deals == len(NINE_DEALS), nets[rubber.pk] == 2
        if found != (
            deals,
            4,
            is_over,
            is_agreed,
            min(nets[rubber.pk], 2 * is_over),
            int(is_agreed),
        ):
            yield f"Rubber {rubber.pk} with {deals} deals is {found}."


def wrong_in_the_books() -> Iterator[str]:
    """Yield a sentence for each fault that the audits or the database's own checks find."""
    for audit in AUDITS:
        found = StringIO()
        try:
            call_command(audit, stdout=StringIO(), stderr=found)
        except CommandError as error:
            yield f"{audit}: {error} {found.getvalue()}"
    connection.check_constraints()
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check")
            if (found_in_file := cursor.fetchall()) != [("ok",)]:
                yield f"The file is damaged: {found_in_file}"
