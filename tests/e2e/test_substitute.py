"""A substitute in three browsers: the director puts one in, whose phone shows the table; the replaced one is told."""

from collections.abc import Callable
from typing import Any

from clubscore.duplicate.director.directing.services import start_round
from clubscore.duplicate.session.loading import load
from clubscore.members.models import Member
from scoring.movements.mitchell import mitchell
from tests.duplicate.evening import in_play
from tests.e2e.browser import PHONE, expect
from tests.factories import NOON, member


def test_a_substitute_plays_on_the_own_phone_and_the_one_replaced_records_no_more(
    transactional_db: None, open_page: Callable[..., Any]
):
    session = in_play(member("Ruth"), mitchell(3))
    tim, ben = member("Tim"), Member.objects.get(name="Ben")
    director = open_page(
        f"/duplicate/{session.pk}/director/", member=session.director, **PHONE
    )
    director.get_by_role("link", name="Substitutes").click()
    director.get_by_label("Who is replaced").select_option(label="1 Ben")
    director.get_by_label("Substitute", exact=True).select_option(label="Tim")
    director.get_by_label("First round").fill("2")
    director.get_by_role("button", name="Let them play").click()
    expect(director.get_by_text("Tim plays from round 2.")).to_be_visible()
    expect(director.get_by_text("Anna & Tim (Ben in round 1)")).to_be_visible()
    start_round(session=session, round=2, by=session.director, now=NOON)
    phone = open_page(f"/duplicate/{session.pk}/table/", member=tim, **PHONE)
    table = load(session.pk).sections[0].row_of(2, 1).table
    expect(
        phone.get_by_role("heading", name=f"Table {table} · North–South")
    ).to_be_visible()
    expect(phone.get_by_role("group", name="Contract")).to_be_visible()
    replaced = open_page(f"/duplicate/{session.pk}/table/", member=ben, **PHONE)
    expect(replaced.get_by_text("You have no place in this session.")).to_be_visible()
    director.get_by_label("Who is replaced").select_option(label="1 Ben, Tim")
    director.get_by_label("Substitute", exact=True).select_option(label="Anna")
    director.get_by_role("button", name="Let them play").click()
    expect(
        director.get_by_text("Anna plays as number 1 in these rounds")
    ).to_be_visible()
