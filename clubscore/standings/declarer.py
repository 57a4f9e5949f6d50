"""What a member did with the cards: as declarer, and honours held. One query over the deals."""

from dataclasses import dataclass

from django.db.models import Avg, Case, Count, Exists, F, IntegerField, Max, OuterRef, Q, Value, When

from clubscore.ledger.models import Season
from clubscore.members.models import Member
from clubscore.rubbers.models import Deal
from clubscore.standings.results import own_postings
from scoring import Seat


@dataclass(frozen=True, slots=True)
class AsDeclarer:
    """Counts of contracts. `over` is the average number of tricks beyond the contract, below 0 under it; `deepest` the
    most tricks that one contract went down. `honours` counts deals in which the member's own hand held four or more.
    """

    contracts: int
    made: int
    over: float | None
    doubled: int
    doubled_made: int
    slams: int
    slams_made: int
    deepest: int
    honours: int

    @property
    def share(self) -> float | None:
        return self.made / self.contracts if self.contracts else None


_SEAT = F("rubber__seats__seat")
_TAKEN = F("tricks") - F("level") - 6
_HELD = Case(
    *(When(rubber__seats__seat=seat.value, then=F(f"honours_{seat.value.lower()}")) for seat in Seat),
    default=Value(0),
    output_field=IntegerField(),
)


def as_declarer(member: Member, game: str, season: Season | None) -> AsDeclarer:
    """Over the rubbers that count in the season, or of all time."""
    newer = Deal.objects.filter(rubber=OuterRef("rubber"), number=OuterRef("number"), version__gt=OuterRef("version"))
    declared, made = Q(declarer=_SEAT), Q(declarer=_SEAT, taken__gte=0)
    doubled, slam = Q(risk__in=["X", "XX"]), Q(level__gte=6)
    rubbers = own_postings(member, game, season).filter(transaction__reverses=None).values("transaction__source_id")
    counted = (
        Deal.objects.filter(~Exists(newer), rubber__in=rubbers, rubber__seats__member=member, is_struck=False)
        .exclude(level=None)
        .annotate(taken=_TAKEN, held=_HELD)
        .aggregate(
            contracts=Count("pk", filter=declared),
            made=Count("pk", filter=made),
            over=Avg("taken", filter=declared),
            doubled=Count("pk", filter=declared & doubled),
            doubled_made=Count("pk", filter=made & doubled),
            slams=Count("pk", filter=declared & slam),
            slams_made=Count("pk", filter=made & slam),
            deepest=Max(-F("taken"), filter=declared & Q(taken__lt=0), default=0),
            honours=Count("pk", filter=Q(held__gte=4)),
        )
    )
    return AsDeclarer(**counted)
