"""Ratings: they are updated with each rubber, and rubbers that were taken back in the meantime leave no trace."""

import pytest
from django.core.management import call_command

from clubscore.standings.models import Rating, RatingStep
from clubscore.standings.queries import skills_at
from clubscore.standings.ranking.ranks import Skill
from clubscore.standings.rating.method import Strength, rate, skill_of
from clubscore.standings.rating.services import forget_ratings, work_in_ratings
from scoring import Seat
from tests.factories import rubber_in_play
from tests.standings.season_of import book, take_back

STRONG, WEAK, NEW = Strength(35, 3), Strength(15, 3), Strength()


def gain(winners, losers):
    return rate(winners, losers)[0][0].mu - winners[0].mu


def test_everybody_begins_at_1500_and_nothing_is_known():
    assert skill_of(NEW.mu, NEW.sigma) == Skill(1500, 333)


def test_winners_go_up_losers_down_and_all_become_better_known():
    winners, losers = rate([NEW, NEW], [NEW, NEW])
    assert all(after.mu > NEW.mu and after.sigma < NEW.sigma for after in winners)
    assert all(after.mu < NEW.mu and after.sigma < NEW.sigma for after in losers)


def test_beating_the_strong_with_a_weak_partner_says_more_than_the_reverse():
    assert gain([NEW, WEAK], [STRONG, STRONG]) > gain([NEW, STRONG], [WEAK, WEAK])


def test_a_drawn_rubber_lets_the_weaker_side_gain():
    strong, weak = rate([STRONG, STRONG], [WEAK, WEAK], drawn=True)
    assert strong[0].mu < STRONG.mu
    assert weak[0].mu > WEAK.mu


def all_ratings():
    return list(
        Rating.objects.order_by("member", "game").values_list(
            "member", "game", "mu", "sigma"
        )
    )


def anew():
    forget_ratings()
    while work_in_ratings(at_most=2):
        pass
    return all_ratings()


@pytest.fixture
def evening(cast):
    anna, ben, cleo, dan = cast
    return [
        book((anna, cleo), (ben, dan), 810),
        book((anna, ben), (cleo, dan), 300),
        book((anna, dan), (ben, cleo), 90, game="royal"),
        book((cleo, ben), (anna, dan), 1200),
    ]


def test_batches_of_any_size_come_to_the_same(evening):
    assert not work_in_ratings()
    assert len(all_ratings()) == 8
    whole = all_ratings()
    assert anew() == whole


def test_nothing_new_is_nothing_to_do(evening, django_assert_num_queries):
    work_in_ratings()
    with django_assert_num_queries(3):
        assert not work_in_ratings()


@pytest.mark.parametrize("number", [0, 1, 3])
def test_a_rubber_taken_back_leaves_no_trace_in_the_ratings(evening, number):
    work_in_ratings()
    take_back(evening[number])
    while work_in_ratings():
        pass
    assert all_ratings() == anew()
    assert not RatingStep.objects.filter(transaction=evening[number]).exists()


def test_a_rubber_booked_anew_counts_where_it_is_booked_anew(cast, evening):
    anna, ben, cleo, dan = cast
    work_in_ratings()
    take_back(evening[0])
    book((ben, dan), (anna, cleo), 50, source_id=evening[0].source_id)
    while work_in_ratings():
        pass
    assert all_ratings() == anew()


def test_the_only_rubber_taken_back_leaves_nobody_rated(cast):
    anna, ben, cleo, dan = cast
    only = book((anna, cleo), (ben, dan), 810)
    work_in_ratings()
    take_back(only)
    while work_in_ratings():
        pass
    assert all_ratings() == []


def test_in_a_drawn_rubber_the_seats_say_who_played_with_whom(players):
    anna, ben, cleo, dan = players.values()
    book((anna, cleo), (ben, dan), 500, source_id=100)
    rubber = rubber_in_play(players)
    book((anna, ben), (cleo, dan), 0, source_id=rubber.pk)
    work_in_ratings()
    skills = skills_at("contract")
    assert skills[players[Seat.NORTH].pk] == skills[players[Seat.SOUTH].pk]
    assert skills[players[Seat.EAST].pk] == skills[players[Seat.WEST].pk]
    assert RatingStep.objects.count() == 8


def test_the_command_works_in_everything_and_begins_anew_when_told(evening, capsys):
    call_command("rate_rubbers")
    before = all_ratings()
    Rating.objects.update(mu=1)
    call_command("rate_rubbers", "--rebuild")
    assert all_ratings() == before
    assert "know every rubber" in capsys.readouterr().out
