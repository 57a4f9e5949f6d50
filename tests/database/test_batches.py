"""Rows are read in portions of at most a given size, in the order of their ids."""

import pytest

from clubscore.database.batches import portions
from clubscore.members.models import Member
from tests.factories import four

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("size", "lengths"), [(1, [1, 1, 1, 1]), (3, [3, 1]), (4, [4]), (9, [4])]
)
def test_every_row_comes_once_in_the_order_of_the_ids(size, lengths):
    people = [member.pk for member in four().values()]
    found = list(portions(Member.objects.order_by("-name"), size))
    assert [len(portion) for portion in found] == lengths
    assert [member.pk for portion in found for member in portion] == people


def test_no_rows_are_no_portion():
    assert list(portions(Member.objects.all(), 3)) == []
