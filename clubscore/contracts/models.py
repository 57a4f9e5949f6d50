"""Abstract models for one deal of any game: its facts in columns, and the signatures under it."""

from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

import scoring
from clubscore.database.append_only import AppendOnly

REMEMBERED = 20_000  # different deals: a club plays some of them again and again
SEAT_LETTERS = [seat.value for seat in scoring.Seat]


class SignatureMethod(models.TextChoices):
    """The way in which a player agreed."""

    RECORDED = "recorded", _("recorded it")
    KEPT = "kept", _("kept the same in the other book")
    TAPPED = "tapped", _("agreed")
    PIN = "pin", _("agreed by PIN at another's device")
    # A table PIN binds guests alone (rubbers/rubber/binding.py).
    TABLE_PIN = "table-pin", _("agreed by table PIN at another's device")


class Signature(AppendOnly):
    """An abstract model of a player's agreement to a record, such as a result, a deal or a substitution.

    `device_of` is the member who lent a device to the player, if anybody did.
    """

    # Signatures never prove that two members are two people: two records that signed for one seat may belong to one
    # person, whose records were merged, parted and merged again.
    PROVES_TWO_PEOPLE = Q(pk__in=())

    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    at = models.DateTimeField()
    how = models.CharField(max_length=10, choices=SignatureMethod)
    device_of = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )

    class Meta:
        abstract = True


def _between(field: str, low: int, high: int) -> Q:
    """The condition that a column has a value from `low` to `high`."""
    return Q(**{f"{field}__gte": low, f"{field}__lte": high})


_PASSED_OUT = Q(level=None, strain="", risk="", declarer="", tricks=None)
_PLAYED = (
    _between("level", 1, 7)
    & Q(strain__in=[strain.value for strain in scoring.Strain])
    & Q(risk__in=[risk.value for risk in scoring.Risk])
    & Q(declarer__in=SEAT_LETTERS)
    & _between("tricks", 0, 13)
)
_HOLDINGS = [f"honours_{letter.lower()}" for letter in SEAT_LETTERS]
_VOIDS = [f"void_{letter.lower()}" for letter in SEAT_LETTERS]
_REVOKES = [f"revokes_{side.value.lower()}" for side in scoring.Side]
_NOTHING_HELD = Q(
    **dict.fromkeys([*_HOLDINGS, *_REVOKES, "transferred_ns", "transferred_ew"], 0)
) & Q(**dict.fromkeys(_VOIDS, False))


def _void_hands_hold_no_honours() -> Q:
    """The condition that a hand without trumps has no honours in trumps. No-trump contracts always meet it."""
    empty = Q()
    for void, held in zip(_VOIDS, _HOLDINGS, strict=True):
        empty &= Q(**{void: False}) | Q(**{held: 0})
    return Q(strain=scoring.Strain.NOTRUMP.value) | empty


class DealColumns(models.Model):
    """An abstract model with the columns that keep what happened in one deal.

    `tricks` is the number of tricks of declarer's side, 0–13, after transfers. `honours_*` is the number of honours
    that a hand held, 0–5. `void_*` is true if a hand held no trump. `revokes_*` is the number of established revokes of
    a side.
    """

    # A deal passed out has no values in these five columns.
    level = models.PositiveSmallIntegerField(null=True, blank=True)
    strain = models.CharField(max_length=2, blank=True)
    risk = models.CharField(max_length=2, blank=True)
    declarer = models.CharField(max_length=1, blank=True)
    tricks = models.PositiveSmallIntegerField(null=True, blank=True)
    transferred_ns = models.PositiveSmallIntegerField(default=0)
    transferred_ew = models.PositiveSmallIntegerField(default=0)
    honours_n = models.PositiveSmallIntegerField(default=0)
    honours_e = models.PositiveSmallIntegerField(default=0)
    honours_s = models.PositiveSmallIntegerField(default=0)
    honours_w = models.PositiveSmallIntegerField(default=0)
    void_n = models.BooleanField(default=False)
    void_e = models.BooleanField(default=False)
    void_s = models.BooleanField(default=False)
    void_w = models.BooleanField(default=False)
    revokes_ns = models.PositiveSmallIntegerField(default=0)
    revokes_ew = models.PositiveSmallIntegerField(default=0)
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        abstract = True
        constraints: ClassVar = [
            models.CheckConstraint(
                name="%(app_label)s_%(class)s_is_played_or_passed_out",
                condition=_PASSED_OUT | _PLAYED,
            ),
            models.CheckConstraint(
                name="%(app_label)s_%(class)s_honours_add_up",
                condition=Q(
                    honours_n__lte=5 - F("honours_e") - F("honours_s") - F("honours_w")
                ),
            ),
            models.CheckConstraint(
                name="%(app_label)s_%(class)s_transfers_are_tricks",
                condition=Q(transferred_ns__lte=13 - F("transferred_ew")),
            ),
            models.CheckConstraint(
                name="%(app_label)s_%(class)s_passed_out_holds_nothing",
                condition=Q(level__isnull=False) | _NOTHING_HELD,
            ),
            models.CheckConstraint(
                name="%(app_label)s_%(class)s_someone_holds_trumps",
                condition=~Q(**dict.fromkeys(_VOIDS, True)),
            ),
            models.CheckConstraint(
                name="%(app_label)s_%(class)s_void_hand_has_no_honours",
                condition=_void_hands_hold_no_honours(),
            ),
        ]

    @property
    def facts(self) -> scoring.Deal:
        """The deal that this row keeps, as a `scoring.Deal`."""
        return facts_of(self)


FACT_COLUMNS = tuple(column.name for column in DealColumns._meta.local_fields)
_values_of: Callable[[Any], tuple[Any, ...]] = attrgetter(*FACT_COLUMNS)


def facts_of(row: Any) -> scoring.Deal:
    """The deal of a row with the columns of `DealColumns`: a model row, or a row of plain values.

    Raises LookupError, TypeError or ValueError (such as scoring.InvalidDeal) for a row that Clubscore did not write.
    """
    return deal_from(*_values_of(row))


@lru_cache(maxsize=REMEMBERED)
def deal_from(*values: Any) -> scoring.Deal:
    """The deal that these values describe: one value for each of FACT_COLUMNS, in the same order.

    Raises LookupError, TypeError or ValueError (such as scoring.InvalidDeal) for values that do not make a deal.
    """
    level, strain, risk, declarer, tricks, *held, note = values
    if level is None:
        return scoring.Deal.passed_out(note=note)
    rare = _holdings(values) if any(held) else {}
    return scoring.Deal(
        contract=scoring.Contract(level, scoring.Strain(strain), scoring.Risk(risk)),
        declarer=scoring.Seat(declarer),
        tricks=tricks,
        note=note,
        **rare,
    )


def _holdings(values: tuple[Any, ...]) -> dict[str, Any]:
    """The rare facts of a deal as arguments of `scoring.Deal`: honours, voids, revokes and transferred tricks."""
    row = dict(zip(FACT_COLUMNS, values, strict=True))
    transferred = []
    revokes: list[scoring.Side] = []
    for side in scoring.Side:
        letters = side.value.lower()
        revokes += [side] * row[f"revokes_{letters}"]
        if row[f"transferred_{letters}"]:
            transferred.append((side, row[f"transferred_{letters}"]))
    honours = []
    voids = []
    for seat in scoring.Seat:
        letter = seat.value.lower()
        if row[f"honours_{letter}"]:
            honours.append((seat, row[f"honours_{letter}"]))
        if row[f"void_{letter}"]:
            voids.append(seat)
    return {
        "honours": tuple(honours),
        "transferred": tuple(transferred),
        "voids": tuple(voids),
        "revokes": tuple(revokes),
    }


def columns_of(facts: scoring.Deal) -> dict[str, object]:
    """The values for the columns of `DealColumns` that keep this deal, by name. Columns with defaults are left out.

    A row with these values has the deal as its `facts`.
    """
    columns: dict[str, object] = {"note": facts.note}
    if facts.contract is None or facts.declarer is None:
        return columns
    columns |= {
        "level": facts.contract.level,
        "strain": facts.contract.strain.value,
        "risk": facts.contract.risk.value,
        "declarer": facts.declarer.value,
        "tricks": facts.tricks,
    }
    for seat, held in facts.honours:
        columns[f"honours_{seat.value.lower()}"] = held
    for seat in facts.voids:
        columns[f"void_{seat.value.lower()}"] = True
    for side in set(facts.revokes):
        columns[f"revokes_{side.value.lower()}"] = facts.revokes.count(side)
    for side, tricks in facts.transferred:
        columns[f"transferred_{side.value.lower()}"] = tricks
    return columns
