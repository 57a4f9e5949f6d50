"""A thread that has not read before reads the database as of one moment."""

import pytest

from clubscore.database.one_moment import snapshot
from clubscore.members.models import Member
from tests.factories import member
from tests.writing_at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_thread_without_a_connection_reads_one_moment_and_keeps_nobody_from_writing():
    member("Anna")
    seen = []

    def read():
        with snapshot():
            seen.append(Member.objects.get().name)
            assert at_once(lambda: Member.objects.update(name="Anna White")) == []
            seen.append(Member.objects.get().name)
        seen.append(Member.objects.get().name)

    assert at_once(read) == []
    assert seen == ["Anna", "Anna", "Anna White"]
