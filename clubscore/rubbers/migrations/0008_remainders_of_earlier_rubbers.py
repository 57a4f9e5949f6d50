"""What rounding left over of the rubbers that stand in the books already: those are scored again, once."""

from django.db import migrations

import scoring


def keep(apps, schema_editor):
    Rubber = apps.get_model("rubbers", "Rubber")
    Transaction = apps.get_model("ledger", "Transaction")
    Remainder = apps.get_model("rubbers", "Remainder")
    rounded = Rubber.objects.exclude(agreed_at=None).exclude(rounding="exact", wash_out_below=0)
    for rubber in rounded.prefetch_related("deals", "seats").iterator(chunk_size=500):
        booked = Transaction.objects.filter(source="rubber", source_id=rubber.pk, reverses=None, reversal=None).first()
        if booked is None:
            continue
        sheet, seats = fold(rubber), {seat.member_id: seat.seat for seat in rubber.seats.all() if seat.until is None}
        for posting in booked.postings.order_by("pk"):
            exact = 0
            if sheet.winner:
                exact = sheet.margin if seats[posting.member_id] in sheet.winner.value else -sheet.margin
            if exact != posting.points:
                Remainder.objects.create(
                    transaction=booked, member_id=posting.member_id, points=exact - posting.points
                )


def fold(rubber):
    newest = {}
    for deal in sorted(rubber.deals.all(), key=lambda row: (row.number, row.version)):
        newest[deal.number] = deal
    system = scoring.SYSTEMS[rubber.system]
    return system.fold(
        [facts(deal) for deal in newest.values() if not deal.is_struck],
        rules=system.rules(rubber.rules),
        dealer=scoring.Seat(rubber.first_dealer),
        unfinished=rubber.ending == "unfinished",
    )


def facts(deal):
    if deal.level is None:
        return scoring.Deal.passed_out()
    held = {seat: getattr(deal, f"honours_{seat.value.lower()}") for seat in scoring.Seat}
    moved = {side: getattr(deal, f"transferred_{side.value.lower()}") for side in scoring.Side}
    revokes = {side: getattr(deal, f"revokes_{side.value.lower()}") for side in scoring.Side}
    return scoring.Deal(
        contract=scoring.Contract(deal.level, scoring.Strain(deal.strain), scoring.Risk(deal.risk)),
        declarer=scoring.Seat(deal.declarer),
        tricks=deal.tricks,
        honours=tuple((seat, count) for seat, count in held.items() if count),
        transferred=tuple((side, tricks) for side, tricks in moved.items() if tricks),
        voids=tuple(seat for seat in scoring.Seat if getattr(deal, f"void_{seat.value.lower()}")),
        revokes=tuple(side for side, made in revokes.items() for _ in range(made)),
    )


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0005_reversed_once"),
        ("rubbers", "0007_remainders"),
    ]

    operations = [migrations.RunPython(keep, migrations.RunPython.noop)]
