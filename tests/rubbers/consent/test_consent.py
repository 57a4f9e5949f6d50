"""The page GET /rubbers/41/consent/, and the signatures that are given on it."""

from datetime import timedelta
from uuid import uuid4

import pytest

from clubscore.members.access.pins import choose_pin
from clubscore.members.models import Member
from clubscore.members.roles import Role
from clubscore.rubbers.agreement.services import enter_deal
from clubscore.rubbers.models import DealAgreement, HouseRules, NetAgreement
from clubscore.rubbers.recording.services import start_rubber
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, parse_deal
from tests.factories import (
    NINE_DEALS,
    NOON,
    PASSWORD,
    agree,
    four,
    member,
    record,
    rubber_in_play,
)
from tests.rubbers.conftest import HTMX

pytestmark = pytest.mark.django_db

N, E, S, W = Seat


def enter(rubber, line, by=N):
    rubber.refresh_from_db()
    return enter_deal(
        state=load(rubber.pk),
        facts=parse_deal(line),
        number=load(rubber.pk).next_number,
        seen_revision=rubber.revision,
        key=uuid4(),
        by=rubber.players[by],
        now=NOON,
    )


def cards(client, rubber) -> str:
    return client.get(f"/rubbers/{rubber.pk}/consent/").content.decode()


def sign(client, rubber, number, **fields):
    newest = rubber.deals.filter(number=number).latest("version")
    return client.post(
        f"/rubbers/{rubber.pk}/deals/{number}/agreement/",
        {"version": newest.pk} | fields,
        headers=HTMX,
    )


def signers(number=1) -> list[str]:
    return sorted(
        each.member.name for each in DealAgreement.objects.filter(deal__number=number)
    )


def test_a_player_is_asked_to_agree_to_a_deal_of_the_other_side_with_its_tricks_and_figures(
    rubber, signed_in
):
    enter(rubber, "4sn+1 t2ns")
    html = cards(signed_in(rubber.players[E]), rubber)
    assert 'data-count="1"' in html
    for words in (
        "by Anna, made with one overtrick",
        "<b>11</b>",
        "tricks to Anna",
        "11 (9+2)",
        "They 120 below, 30 above",
    ):
        assert words in html
    assert "Totals We 0 · They 150" in html


def test_who_recorded_a_deal_has_agreed_to_it(anna, rubber):
    enter(rubber, "4sn=")
    assert 'data-count="0"' in cards(anna, rubber)
    assert signers() == ["Anna"]


def test_one_tap_agrees_and_the_answer_is_the_cards_as_they_are_then(rubber, signed_in):
    enter(rubber, "4sn=")
    answer = sign(signed_in(rubber.players[E]), rubber, 1)
    assert answer.status_code == 200
    assert 'id="consent"' in answer.content.decode()
    assert 'data-count="0"' in answer.content.decode()
    assert signers() == ["Anna", "Ben"]


def test_without_scripts_a_tap_leads_back_to_the_table(rubber, signed_in):
    enter(rubber, "4sn=")
    newest = rubber.deals.get()
    ben = signed_in(rubber.players[E])
    answer = ben.post(
        f"/rubbers/{rubber.pk}/deals/1/agreement/", {"version": newest.pk}
    )
    assert (answer.status_code, answer.url) == (
        302,
        f"/tables/{rubber.table_id}/#consent",
    )


def test_a_version_that_was_replaced_is_not_signed(rubber, signed_in):
    enter(rubber, "4sn=")
    seen = rubber.deals.get()
    anna, ben = signed_in(rubber.players[N]), signed_in(rubber.players[E])
    anna.post(f"/rubbers/{rubber.pk}/deals/1/undo/")
    answer = ben.post(
        f"/rubbers/{rubber.pk}/deals/1/agreement/", {"version": seen.pk}, headers=HTMX
    )
    assert answer.status_code == 409
    assert "has been changed since" in answer.content.decode()


@pytest.mark.parametrize("version", ["", "no", "0", "99999999999999999999", "12345"])
def test_nonsense_signs_nothing_and_says_so(rubber, signed_in, version):
    enter(rubber, "4sn=")
    answer = sign(signed_in(rubber.players[E]), rubber, 1, version=version)
    assert answer.status_code == 409
    assert signers() == ["Anna"]


def test_a_stranger_is_not_asked_and_signs_nothing(rubber, signed_in):
    enter(rubber, "4sn=")
    eve = signed_in(member("Eve"))
    assert eve.get(f"/rubbers/{rubber.pk}/consent/").status_code == 403
    assert sign(eve, rubber, 1).status_code == 403
    assert signers() == ["Anna"]


def test_a_signature_is_a_post_and_its_address_leads_up(anna, rubber):
    for path in ("deals/1/agreement/", "agreement/", "auction/"):
        assert anna.get(f"/rubbers/{rubber.pk}/{path}").status_code == 302


def test_a_player_without_a_phone_agrees_by_pin_on_another_s(anna, rubber):
    enter(rubber, "4sn=")
    ben = rubber.players[E]
    choose_pin(member=ben, pin="2468", now=NOON)
    assert sign(anna, rubber, 1, member=ben.pk, pin="2468").status_code == 200
    signature = DealAgreement.objects.get(member=ben)
    assert (signature.how, signature.device_of.name) == ("pin", "Anna")


def test_a_wrong_pin_signs_nothing_and_says_whose_it_is_not(anna, rubber):
    enter(rubber, "4sn=")
    ben = rubber.players[E]
    choose_pin(member=ben, pin="2468", now=NOON)
    answer = sign(anna, rubber, 1, member=ben.pk, pin="1357")
    assert answer.status_code == 409
    assert "That is not Ben’s PIN." in answer.content.decode()
    assert signers() == ["Anna"]


def test_six_wrong_pins_close_it_also_for_the_right_one(anna, rubber):
    enter(rubber, "4sn=")
    ben = rubber.players[E]
    choose_pin(member=ben, pin="2468", now=NOON)
    for _ in range(5):
        sign(anna, rubber, 1, member=ben.pk, pin="1357")
    assert (
        "Too many wrong tries"
        in sign(anna, rubber, 1, member=ben.pk, pin="2468").content.decode()
    )
    assert signers() == ["Anna"]


def test_somebody_who_does_not_play_here_signs_by_no_pin(anna, rubber):
    enter(rubber, "4sn=")
    eve = member("Eve")
    choose_pin(member=eve, pin="2468", now=NOON)
    assert sign(anna, rubber, 1, member=eve.pk, pin="2468").status_code == 403


def test_a_watcher_s_device_is_no_device_to_sign_on(rubber, signed_in):
    enter(rubber, "4sn=")
    ben = rubber.players[E]
    choose_pin(member=ben, pin="2468", now=NOON)
    assert (
        sign(signed_in(member("Eve")), rubber, 1, member=ben.pk, pin="2468").status_code
        == 403
    )
    assert signers() == ["Anna"]


@pytest.mark.parametrize(
    "is_guest", [True, False], ids=["a guest", "a member who has not joined yet"]
)
def test_who_has_no_password_chooses_a_pin_at_first_use_and_nobody_changes_it_there(
    signed_in, db, is_guest
):
    players = four() | {
        W: Member.objects.create(name="Karl Stein", is_guest=is_guest, joined_at=NOON)
    }
    rubber = rubber_in_play(players)
    enter(rubber, "4sn=")
    anna, karl = signed_in(players[N]), players[W]
    page = f"/rubbers/{rubber.pk}/pins/{karl.pk}/"
    assert page in cards(anna, rubber)
    assert (
        'name="password"'
        not in anna.get(page)
        .content.decode()
        .split('<form class="form"')[1]
        .split("Four digits")[0]
    )
    assert anna.post(page, {"pin": "8642", "again": "8642"}).status_code == 302
    assert anna.post(page, {"pin": "1357", "again": "1357"}).status_code == 403
    assert sign(anna, rubber, 1, member=karl.pk, pin="8642").status_code == 200
    assert signers() == ["Anna", "Karl Stein"]


def test_a_member_chooses_a_pin_on_another_s_device_only_with_the_password(
    anna, rubber
):
    ben = rubber.players[E]
    ben.set_password(PASSWORD)
    ben.save()
    page = f"/rubbers/{rubber.pk}/pins/{ben.pk}/"
    assert anna.post(page, {"pin": "8642", "again": "8642"}).status_code == 422
    assert (
        anna.post(
            page, {"pin": "8642", "again": "8642", "password": "guessed"}
        ).status_code
        == 422
    )
    assert (
        anna.post(
            page, {"pin": "8642", "again": "8642", "password": PASSWORD}
        ).status_code
        == 302
    )
    ben.refresh_from_db()
    assert ben.has_pin


def test_a_stranger_sets_nobody_s_pin(rubber, signed_in):
    page = f"/rubbers/{rubber.pk}/pins/{rubber.players[E].pk}/"
    assert signed_in(member("Eve")).get(page).status_code == 403


BUTTON = "Next deal’s auction is finished"


def say_so(client, rubber, number=1, **fields):
    return client.post(
        f"/rubbers/{rubber.pk}/auction/", {"number": number} | fields, headers=HTMX
    )


def test_the_button_says_until_when_three_can_change_the_tricks_of_the_last_deal(
    anna, rubber
):
    enter(rubber, "4sn=")
    html = cards(anna, rubber)
    assert BUTTON in html
    assert (
        "Until then three of you can change the tricks of deal 1; after that all four must agree."
        in html
    )


def test_who_says_that_the_next_auction_is_over_sees_that_it_waits_for_the_other_side(
    anna, rubber, signed_in
):
    enter(rubber, "4sn=")
    answer = say_so(anna, rubber)
    html = answer.content.decode()
    assert (answer.status_code, BUTTON in html) == (200, False)
    assert "You say that all have called on deal 2." in html
    assert "It waits for Ben or Dan." in html
    partner = cards(signed_in(rubber.players[S]), rubber)
    assert "Anna says that all have called on deal 2." in partner
    assert "It waits for Ben or Dan." in partner
    assert BUTTON not in partner


def test_the_other_side_is_asked_and_one_of_it_ends_the_period(anna, rubber, signed_in):
    enter(rubber, "4sn=")
    say_so(anna, rubber)
    dan = signed_in(rubber.players[W])
    html = cards(dan, rubber)
    assert "Anna says that all have called on deal 2." in html
    assert "Now you or Ben." in html
    assert BUTTON in html
    assert "all have called" not in say_so(dan, rubber).content.decode()
    assert load(rubber.pk).auctions_over == {1}


def test_the_other_side_says_so_by_pin_on_the_same_device(anna, rubber):
    enter(rubber, "4sn=")
    ben = rubber.players[E]
    choose_pin(member=ben, pin="2468", now=NOON)
    assert "Someone else says so here" in say_so(anna, rubber).content.decode()
    assert say_so(anna, rubber, member=ben.pk, pin="1357").status_code == 409
    assert say_so(anna, rubber, member=ben.pk, pin="2468").status_code == 200
    said = rubber.auctions_over.get(member=ben)
    assert (said.how, said.device_of.name) == ("pin", "Anna")
    assert load(rubber.pk).auctions_over == {1}


def test_a_keeper_who_does_not_play_is_not_asked_about_the_auction(rubber, signed_in):
    enter(rubber, "4sn=")
    assert BUTTON not in cards(signed_in(member("Sam", role=Role.ADMIN)), rubber)


def test_before_the_first_deal_the_card_says_that_it_is_about_the_rubber_before(
    rubber, signed_in
):
    for line in NINE_DEALS:
        record(rubber, line)
    following = start_rubber(
        table=rubber.table,
        dealer=N,
        by=rubber.players[N],
        now=rubber.ended_at + timedelta(minutes=5),
    )
    html = cards(signed_in(rubber.players[N]), following)
    assert "First deal’s auction is finished" in html
    assert "the tricks of the last deal of the rubber before" in html
    record(following, "1nn=")
    assert "First deal" not in cards(signed_in(rubber.players[N]), following)


@pytest.mark.parametrize("number", ["", "x", "7", "99999999999999999999"])
def test_the_auction_after_a_deal_that_is_not_the_last_is_refused(anna, rubber, number):
    enter(rubber, "4sn=")
    assert (
        anna.post(
            f"/rubbers/{rubber.pk}/auction/", {"number": number}, headers=HTMX
        ).status_code
        == 409
    )
    assert not rubber.auctions_over.exists()


def test_the_net_score_is_agreed_to_by_a_tap_that_names_it(anna, rubber):
    for line in NINE_DEALS:
        record(rubber, line)
    page = anna.get(f"/tables/{rubber.table_id}/").content.decode()
    assert 'I agree <span class="vh">to We 1,690 – They 880, We win 810' in page
    assert "Waits for the agreement of Anna or Cleo, and Ben or Dan" in page
    newest = rubber.deals.latest("pk")
    html = anna.post(
        f"/rubbers/{rubber.pk}/agreement/", {"version": newest.pk}, headers=HTMX
    ).content.decode()
    assert "waits for Ben or Dan" in html
    assert "I agree to" not in html
    assert NetAgreement.objects.get().member.name == "Anna"


def test_the_last_agreement_posts_it_and_the_sheet_says_when(rubber, signed_in):
    for line in NINE_DEALS:
        record(rubber, line)
    agree(rubber, N)
    ben, newest = signed_in(rubber.players[E]), rubber.deals.latest("pk")
    html = ben.post(
        f"/rubbers/{rubber.pk}/agreement/", {"version": newest.pk}, headers=HTMX
    ).content.decode()
    assert "Agreed and posted" in html
    assert (
        "Posted to the ledger"
        in ben.get(f"/tables/{rubber.table_id}/").content.decode()
    )


def test_where_all_four_must_agree_the_missing_are_named(signed_in):
    HouseRules.objects.create(pk=1, agreed_by="all")
    rubber = rubber_in_play(lines=NINE_DEALS)
    agree(rubber, N, W)
    html = signed_in(rubber.players[E]).get(f"/rubbers/{rubber.pk}/").content.decode()
    assert "Waits for the agreement of Ben and Cleo" in html
    assert "as soon as all four have agreed" in html


def test_where_time_posts_it_the_sheet_says_when_it_will(signed_in):
    HouseRules.objects.create(pk=1, agreed_by="time", agreed_after=30)
    rubber = rubber_in_play(lines=NINE_DEALS)
    html = signed_in(rubber.players[E]).get(f"/rubbers/{rubber.pk}/").content.decode()
    assert "unless somebody objects" in html


def test_an_earlier_rubber_that_waits_is_not_forgotten_when_the_next_has_begun(
    rubber, signed_in
):
    for line in NINE_DEALS:
        record(rubber, line)
    ben = signed_in(rubber.players[E])
    later = rubber.ended_at + timedelta(minutes=5)
    start_rubber(table=rubber.table, dealer=E, by=rubber.players[E], now=later)
    html = ben.get(f"/tables/{rubber.table_id}/").content.decode()
    assert f'href="/rubbers/{rubber.pk}/#consent"' in html
    newest = rubber.deals.latest("pk")
    answer = ben.post(f"/rubbers/{rubber.pk}/agreement/", {"version": newest.pk})
    assert answer.url == f"/rubbers/{rubber.pk}/#consent"


def test_four_seals_stand_beside_each_deal(anna, rubber):
    enter(rubber, "4sn=")
    html = anna.get(f"/rubbers/{rubber.pk}/sheet/?view=NS").content.decode()
    assert 'title="Agreed: Anna (recorded it). Not yet: Ben, Cleo and Dan."' in html
    assert html.count('class="seal') == 1 + 4


def test_a_signature_moves_the_sheet_that_is_watched(anna, rubber, signed_in):
    enter(rubber, "4sn=")
    poll = f"/rubbers/{rubber.pk}/sheet/?view=NS&revision="
    seen = anna.get(poll).headers["X-Revision"]
    assert anna.get(poll + seen).status_code == 204
    sign(signed_in(rubber.players[E]), rubber, 1)
    assert (
        'title="Agreed: Anna (recorded it) and Ben. Not yet: Cleo and Dan."'
        in anna.get(poll + seen).content.decode()
    )


def test_a_signature_does_not_reload_the_page_of_a_table_whose_rubber_is_over(
    anna, rubber
):
    for line in NINE_DEALS:
        record(rubber, line)
    stage = anna.get(f"/tables/{rubber.table_id}/").context["stage"]
    agree(rubber, E)
    assert anna.get(f"/tables/{rubber.table_id}/").context["stage"] == stage


def test_the_cards_take_as_many_queries_with_three_deals_as_with_one(
    rubber, signed_in, django_assert_num_queries
):
    ben = signed_in(rubber.players[E])
    for line in ("2hs=", "2hs=", "2ce="):
        enter(rubber, line)
        with django_assert_num_queries(5):
            ben.get(f"/rubbers/{rubber.pk}/consent/")


def test_where_few_of_the_deals_that_wait_are_shown_all_are_offered_in_their_fold(
    rubber, signed_in
):
    for _ in range(5):
        enter(rubber, "1sn-1")
    ben = signed_in(rubber.players[E])
    few = cards(ben, rubber)
    assert few.count('<article id="deal-card-') == 4
    assert (
        few.index('id="older-deals"')
        < few.index("Show all 5 deals")
        < few.rindex("</details>")
    )
    everything = ben.get(f"/rubbers/{rubber.pk}/consent/?cards=all").content.decode()
    assert everything.count('<article id="deal-card-') == 5
    assert "Show all" not in everything


def test_a_correction_of_ones_own_deal_says_which_version_is_on_the_sheet(
    rubber, signed_in
):
    anna = signed_in(rubber.players[N])
    enter(rubber, "4sn=")
    fields = {
        "contract": "4S",
        "risk": "",
        "declarer": "N",
        "result": "-1",
        "error": "agreement",
        "key": uuid4(),
    }
    version = rubber.deals.latest("pk").pk
    anna.post(
        f"/rubbers/{rubber.pk}/deals/1/correction/", fields | {"version": version}
    )
    html = cards(anna, rubber)
    assert 'Anna <small class="second">on the sheet</small>' in html
    assert 'Anna <small class="second">says: agreed wrongly</small>' in html
