"""The remainders of rounding, which are kept beside the books."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.db import IntegrityError

from clubscore.ledger.models import Posting, Transaction
from clubscore.members.roles import Role
from clubscore.rubbers.books.remainder_audit import differences
from clubscore.rubbers.correction.rulings import reopen
from clubscore.rubbers.models import HouseRules, Remainder, Rubber
from clubscore.rubbers.rubber.loading import load
from tests.factories import NOON, agree, agreed_rubber, member
from tests.unguarded import erase, rewrite

pytestmark = pytest.mark.django_db


def kept(transaction=None):
    rows = (
        Remainder.objects.filter(transaction=transaction)
        if transaction
        else Remainder.objects.all()
    )
    return sorted(rows.values_list("points", flat=True))


@pytest.fixture
def rounded() -> Rubber:
    """An agreed rubber of 810 points that is posted as 800."""
    HouseRules.objects.create(pk=1, rounding="half-up")
    return agreed_rubber()


def test_what_is_posted_as_scored_leaves_nothing(db):
    agreed_rubber()
    assert kept() == []


def test_rounding_leaves_the_rest_to_each_side(rounded):
    assert kept(Transaction.objects.get()) == [-10, -10, 10, 10]
    exact = [
        row.points + Posting.objects.get(member=row.member).points
        for row in Remainder.objects.order_by("pk")
    ]
    assert sorted(exact) == [-810, -810, 810, 810]


def test_a_margin_that_is_washed_out_is_kept_whole():
    HouseRules.objects.create(pk=1, wash_out_below=1000)
    agreed_rubber()
    assert set(Posting.objects.values_list("points", flat=True)) == {0}
    assert kept() == [-810, -810, 810, 810]


def test_a_reversal_takes_it_back_and_what_is_agreed_anew_has_its_own(rounded):
    admin = member("Ruth", role=Role.ADMIN)
    reopen(
        state=load(rounded.pk),
        reason="A wrong trick",
        by=admin,
        now=NOON + timedelta(hours=1),
    )
    assert kept(Transaction.objects.get(reverses__isnull=False)) == [-10, -10, 10, 10]
    assert (
        sum(
            Remainder.objects.filter(member=rounded.players["N"]).values_list(
                "points", flat=True
            )
        )
        == 0
    )
    agree(rounded)
    assert len(kept()) == 12
    assert list(differences()) == []


def test_the_audit_names_a_rubber_whose_remainder_was_changed_by_hand(rounded):
    rewrite(Remainder.objects.filter(points=10), points=20)
    assert list(differences()) == [
        f"{rounded}: what rounding left over is not kept as its deals score; see its sheet."
    ]


def test_the_rows_are_never_edited_and_never_nothing(rounded):
    row = Remainder.objects.first()
    with pytest.raises(TypeError):
        row.save()
    with pytest.raises(IntegrityError, match="rubbers_remainder_is_something"):
        rewrite(Remainder.objects.filter(pk=row.pk), points=0)


def test_the_migration_keeps_the_same_for_rubbers_agreed_before_it(rounded):
    before = list(
        Remainder.objects.order_by("transaction", "member").values_list(
            "transaction", "member", "points"
        )
    )
    erase(Remainder.objects)
    migration = import_module(
        "clubscore.rubbers.migrations.0008_remainders_of_earlier_rubbers"
    )
    migration.keep(apps, None)
    after = list(
        Remainder.objects.order_by("transaction", "member").values_list(
            "transaction", "member", "points"
        )
    )
    assert after == before
