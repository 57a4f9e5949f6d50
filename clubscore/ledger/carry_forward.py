"""Carries sums forward from closed seasons, so that no page adds up the whole book, and checks these sums."""

from collections.abc import Iterator

from clubscore.database.batches import Progress, no_progress
from clubscore.ledger.balances import (
    FIGURES,
    Sums,
    added,
    carried_from,
    carried_to,
    sums_in,
    sums_to_the_end_of,
)
from clubscore.ledger.models import CarriedForward, Season


def carry_forward(*, season: Season) -> None:
    """Store every balance at the end of this season, in the transaction that closes the season."""
    CarriedForward.objects.bulk_create(
        (
            CarriedForward(
                season=season,
                member_id=member,
                account_id=account,
                **dict(zip(FIGURES, figures, strict=True)),
            )
            for (member, account), figures in sums_to_the_end_of(season).items()
        ),
        batch_size=500,
    )


def seasons_carried() -> list[Season]:
    """All seasons up to the last season that carried balances forward, oldest first."""
    last = carried_to()
    return (
        list(Season.objects.filter(begins_on__lte=last.begins_on).order_by("begins_on"))
        if last
        else []
    )


def wrongly_carried(looked_at: Progress = no_progress) -> Iterator[str]:
    """A sentence for each season whose stored balances differ from the sums of all postings up to its end.

    `looked_at(1)` is called after each season, for a progress bar.
    """
    booked: Sums = {}
    for season in seasons_carried():
        booked = added(booked, sums_in(season))
        carried = carried_from(season)
        if carried and carried != booked:
            yield f"{season}: what is carried forward from it is not what was booked up to its end."
        looked_at(1)
