"""The top of a published ranking in victory points is all that could be won, so that late teams do not lead."""

import pytest

from clubscore.duplicate.director.directing.services import end_play
from clubscore.duplicate.director.seating.services import seat
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.models import Publication, PublishedRow, Session
from clubscore.duplicate.results.publishing.queries import percentages_in
from scoring.contest.rules import ContestRules
from scoring.movements.teams import teams
from tests.duplicate.other_forms import in_teams, played_to_the_end
from tests.duplicate.published import published
from tests.duplicate.swiss import begun, drawn, played, swiss, swiss_of_pairs
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


def come(session: Session, number: int, count: int) -> None:
    """Make so many new members, and seat them at this number."""
    four = [member(f"Late {each}") for each in range(count)]
    seat(
        session=session, taken=[Taken("A", number, four)], by=session.director, now=NOON
    )


def tops_of(publication: Publication) -> dict[int, int]:
    return dict(
        PublishedRow.objects.filter(publication=publication).values_list(
            "entry__number", "top"
        )
    )


@pytest.mark.parametrize(("opened", "count"), [(swiss, 4), (swiss_of_pairs, 2)])
def test_who_came_late_to_a_swiss_does_not_lead_with_its_only_match(opened, count):
    session = opened(6, count=5, rounds=3, begun=1)
    played(session, {1, 3})
    drawn(session)
    begun(session, 2)
    come(session, 6, count)
    played(session, {1})
    drawn(session, 3)
    begun(session, 3)
    played(session, {6})
    end_play(session=session, by=session.director, now=NOON)
    publication = published(session)
    assert tops_of(publication) == dict.fromkeys(range(1, 7), 60)
    late = set(
        PublishedRow.objects.get(
            publication=publication, entry__number=6
        ).players.values_list("member", flat=True)
    )
    percents = [
        percent for who, _, percent in percentages_in([publication.pk]) if who in late
    ]
    assert all(percent < 40_0000 for percent in percents)


@pytest.mark.parametrize(("comes", "top"), [(False, 60), (True, 80)])
def test_a_match_of_teams_counts_the_opponents_who_were_there(comes, top):
    rules = ContestRules(scoring="team-imps", matches="vp")
    session = in_teams(
        count=4, movement=teams(5), rounds=2, rules=rules, boards_a_round=1
    )
    if comes:
        come(session, 5, 4)
    publication = published(played_to_the_end(session), accepts_missing=True)
    assert set(tops_of(publication).values()) == {top}
