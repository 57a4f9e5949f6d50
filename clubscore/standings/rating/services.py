"""Updates of ratings. New transactions are applied when a page needs the ratings.

If a rubber is reversed, the ratings go back to before it, and later rubbers are applied again.
"""

from collections.abc import Mapping

from django.db.models import OuterRef, Subquery

from clubscore.database.write_lock import write_transaction
from clubscore.ledger.models import Posting, Transaction
from clubscore.members.queries import canonical_ids
from clubscore.standings.models import Rating, RatingProgress, RatingStep
from clubscore.standings.rating.method import RatedRubber, Strength, after_rubber
from clubscore.standings.rating.queries import ratings_are_behind
from clubscore.standings.rating.rating_input import rated_rubbers

BATCH = 500  # rubbers that one page applies at most: a fifth of a second


def work_in_ratings(*, at_most: int = BATCH) -> bool:
    """Apply at most `at_most` new transactions to the ratings, in their order. Returns True if some are left.

    A reversed rubber is left out: the ratings go back to before it, and the later rubbers are applied again. When
    records are merged or separated, the ratings go back to before the first rubber of these records.
    """
    if not ratings_are_behind():
        return False  # without asking for the right to write
    with write_transaction():
        RatingProgress.objects.get_or_create(pk=1)
        progress = RatingProgress.objects.select_for_update().get(pk=1)
        people = canonical_ids()
        batch = list(
            Transaction.objects.filter(pk__gt=progress.last_transaction).order_by("pk")[
                : at_most + 1
            ]
        )
        more = len(batch) > at_most
        batch = batch[:at_most]
        rewound = _first_of_others(progress.people, people) or _first_taken_back(batch)
        if rewound and rewound <= progress.last_transaction:
            _go_back(rewound)
            progress.last_transaction = rewound - 1
            more = True
        elif batch:
            _work_in([row for row in batch if row.game and not row.reverses_id], people)
            progress.last_transaction = batch[-1].pk
        progress.people = people
        progress.save()
    return more


def forget_ratings() -> None:
    """Begin the ratings anew: the next `work_in_ratings` starts with the first booking."""
    with write_transaction():
        for model in (RatingStep, Rating, RatingProgress):
            model.objects.all().delete()


def _first_of_others(before: Mapping[int, int], now: Mapping[int, int]) -> int | None:
    """The id of the first booking of a record whose person has changed; None if there is no such booking.

    `before` and `now` have the person's id by the id of each merged record.
    """
    records = [pk for pk in before.keys() | now.keys() if before.get(pk) != now.get(pk)]
    if not records:
        return None
    bookings = Posting.objects.filter(member__in=records).exclude(transaction__game="")
    return (
        bookings.order_by("transaction")
        .values_list("transaction_id", flat=True)
        .first()
    )


def _first_taken_back(batch: list[Transaction]) -> int | None:
    """The id of the first booking in the ratings that this batch reverses; None if there is no such booking."""
    reversed_ids = [
        transaction.reverses_id for transaction in batch if transaction.reverses_id
    ]
    counted = RatingStep.objects.filter(transaction__in=reversed_ids).order_by(
        "transaction"
    )
    return counted.values_list("transaction_id", flat=True).first()


def _go_back(first: int) -> None:
    """Restore every rating as it was before the transaction with the number `first`."""
    undone = RatingStep.objects.filter(transaction__gte=first)
    touched = set(undone.values_list("member_id", "game"))
    undone.delete()
    own_steps = RatingStep.objects.filter(
        member=OuterRef("member"), game=OuterRef("game")
    )
    newest = own_steps.order_by("-transaction")
    ratings = Rating.objects.annotate(
        was_mu=Subquery(newest.values("mu")[:1]),
        was_sigma=Subquery(newest.values("sigma")[:1]),
    )
    for rating in ratings:
        if (rating.member_id, rating.game) not in touched:
            continue
        if rating.was_mu is None:
            rating.delete()
        else:
            Rating.objects.filter(pk=rating.pk).update(
                mu=rating.was_mu, sigma=rating.was_sigma
            )


def _work_in(rubbers: list[Transaction], people: Mapping[int, int]) -> None:
    """Apply these rubbers to the ratings, except the rubbers that were reversed later."""
    reversals = Transaction.objects.filter(reverses__in=rubbers)
    reversed_ids = set(reversals.values_list("reverses_id", flat=True))
    counted = [rubber for rubber in rubbers if rubber.pk not in reversed_ids]
    _store(rated_rubbers(counted, people))


def _store(rubbers: list[RatedRubber]) -> None:
    """Write a step for each player of each rubber, and the ratings after the last rubber."""
    strengths = _strengths_of_players(rubbers)
    steps: list[RatingStep] = []
    moved: dict[tuple[int, str], Strength] = {}
    for rubber in rubbers:
        for pk, strength in after_rubber(rubber, strengths).items():
            strengths[pk, rubber.game] = strength
            moved[pk, rubber.game] = strength
            steps.append(_step(rubber, pk, strength))
    RatingStep.objects.bulk_create(steps, batch_size=500)
    ratings = []
    for (pk, game), strength in moved.items():
        ratings.append(
            Rating(member_id=pk, game=game, mu=strength.mu, sigma=strength.sigma)
        )
    Rating.objects.bulk_create(
        ratings,
        batch_size=500,
        update_conflicts=True,
        unique_fields=["member", "game"],
        update_fields=["mu", "sigma"],
    )


def _strengths_of_players(
    rubbers: list[RatedRubber],
) -> dict[tuple[int, str], Strength]:
    """The stored strengths of all players of these rubbers, by member's id and game."""
    members = {pk for rubber in rubbers for pk in rubber.points}
    rows = Rating.objects.filter(member__in=members).values_list(
        "member_id", "game", "mu", "sigma"
    )
    return {
        (member_id, game): Strength(mu, sigma) for member_id, game, mu, sigma in rows
    }


def _step(rubber: RatedRubber, member_id: int, strength: Strength) -> RatingStep:
    return RatingStep(
        transaction_id=rubber.transaction_id,
        member_id=member_id,
        game=rubber.game,
        mu=strength.mu,
        sigma=strength.sigma,
    )
