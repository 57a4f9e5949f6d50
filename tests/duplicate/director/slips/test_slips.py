"""A director types the results of slips: read line by line, compared with what is recorded, recorded all at once."""

from uuid import UUID, uuid4

import pytest
from django.test import Client

from clubscore.duplicate.director.directing.services import (
    end_play,
    name_deputy,
    start_round,
)
from clubscore.duplicate.director.slips.reading import SlipLine, SlipReader
from clubscore.duplicate.director.slips.services import Slip, record_slips
from clubscore.duplicate.models import Play, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.slot import Slot
from clubscore.refusals import Refused
from scoring import parse_deal
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import agreed, at, player, recorded
from tests.duplicate.swiss import swiss_of_pairs
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
FIRST = Slot("A", 1, 1, 1)
SECOND = Slot("A", 1, 2, 1)


def lines(session: Session, *typed: str, choice: str = "", **more) -> list[SlipLine]:
    reader = SlipReader(load(session.pk), results_of(session.pk), choice, **more)
    return list(reader.read(enumerate(typed, start=1)))


def places(found: list[SlipLine]) -> list[tuple[int, int, int] | None]:
    return [each.slot and each.slot[1:] for each in found]


def director_of(session: Session) -> Client:
    client = Client()
    client.force_login(session.director)
    return client


def sent(session: Session, typed: str, *, key: UUID | None = None, **more: object):
    data = {"lines": typed, "of": "", "language": "en", "key": key or uuid4(), **more}
    return director_of(session).post(f"/duplicate/{session.pk}/director/slips/", data)


def errors(page) -> list[str]:
    return [each.error for each in page.context["read"]]


def test_a_line_is_a_table_a_board_and_a_result_and_repeats_what_it_leaves_out():
    found = lines(in_play(), "1 1 4sn=", "3nte-1", "2 1 p", "2 2hw+1")
    assert places(found) == [(1, 1, 1), (1, 1, 2), (1, 2, 1), (1, 2, 2)]
    assert [str(each.facts) for each in found] == ["4SN=", "3NTE-1", "P", "2HW+1"]


@pytest.mark.parametrize(
    ("choice", "typed", "expected"),
    [
        ("table-2", ["2 4sn=", "1 p"], [(1, 2, 2), (1, 2, 1)]),
        ("table-2", ["4sn=", "p"], [(1, 2, 1), (1, 2, 2)]),
        ("board-1", ["3 4sn=", "1 p"], [(1, 3, 1), (1, 1, 1)]),
        ("board-1", ["4sn=", "p", "1nn="], [(1, 1, 1), (1, 2, 1), (1, 3, 1)]),
        ("board-1", ["2 2 4sn="], [(1, 2, 2)]),
    ],
)
def test_with_one_table_or_one_board_a_line_says_only_the_other(
    choice, typed, expected
):
    assert places(lines(in_play(), *typed, choice=choice)) == expected


def test_the_first_line_of_a_table_is_about_its_first_board_without_a_result():
    session = in_play()
    agreed(session, FIRST, "4sn=")
    assert places(lines(session, "p", choice="table-1")) == [(1, 1, 2)]


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ("4sn=", "Begin with the table and the board, as in 3 18 4sn="),
        ("9 1 4sn=", "There is no table 9."),
        (
            "1 7 4sn=",
            "Table 1 has not had board 7. In round 1 it has boards 1–2.",
        ),
        ("1 1", "Type the result after the board, as in 4sn="),
        ("1 1 6sn+2", "6♠ cannot make 14 tricks"),
        ("1 1 4s=", "Who declared?"),
    ],
)
def test_a_line_that_cannot_be_read_says_why(typed, error):
    (found,) = lines(in_play(), typed)
    assert error in found.error and found.facts is None


def test_a_place_twice_is_an_error_of_the_second_line_and_the_third_goes_on():
    found = lines(in_play(), "1 1 4sn=", "1 1 p", "1nn=")
    assert found[1].error == "Line 1 has this board already."
    assert found[2].slot == FIRST._replace(board=2)


def test_after_the_last_board_of_a_table_the_line_names_the_board():
    session = in_play()
    found = lines(session, "1 2 4sn=", "p")
    assert found[1].error == "Table 1 has no further board: type the board first."
    found = lines(session, "3 p", "p", choice="board-1")
    assert "No further table has had board 1" in found[1].error


def test_a_board_that_a_table_has_in_each_round_is_that_of_the_last_round_without_a_result():
    session = swiss_of_pairs(4, begun=1, boards_a_round=2)
    (slot,) = [each.slot for each in lines(session, "1 1 p")]
    assert slot == FIRST


def test_the_letters_are_those_of_the_language_and_a_card_behind_the_result_is_the_lead():
    session = in_play(leads="asked")
    (german,) = lines(session, "1 1 4po= ck", language="de")
    assert (str(german.facts), german.lead) == ("4SE=", "HK")
    (english,) = lines(session, "1 1 4se= h10")
    assert (str(english.facts), english.lead) == ("4SE=", "HT")


def test_the_page_reads_back_the_declarer_the_pairs_and_the_score_and_writes_nothing():
    session = in_play()
    page = sent(session, "1 1 4sn=\n\n2 1 3ne-1")
    text = page.content.decode()
    north, east, south, west = at(session, FIRST).names.values()
    assert f"{north} &amp; {south} against {east} &amp; {west}" in text
    assert f"by {north}" in text
    assert [each.score for each in page.context["read"]] == [420, 50]
    assert [each.line.number for each in page.context["read"]] == [1, 3]
    assert not Play.objects.exists()


def test_record_writes_all_lines_for_the_director_and_once():
    session, key = in_play(), uuid4()
    for _ in range(2):
        answer = sent(session, "1 1 4sn=\np\n2 1 3ne-1", key=key, record="yes")
        assert answer.status_code in {200, 302}
    plays = Play.objects.order_by("table", "board")
    assert [(play.table, play.board) for play in plays] == [(1, 1), (1, 2), (2, 1)]
    assert {play.recorded_by for play in plays} == {session.director}
    assert {play.version for play in plays} == {1}


def test_one_wrong_line_keeps_all_lines_from_being_recorded():
    session = in_play()
    page = sent(session, "1 1 4sn=\n1 2 8sn=", record="yes")
    assert errors(page)[0] == "" and errors(page)[1]
    assert not Play.objects.exists()


def test_another_result_is_a_difference_and_stays_unless_the_line_replaces_it():
    session = in_play()
    agreed(session, FIRST, "4sn=")
    page = sent(session, "1 1 4sn+1\n1 2 p", record="yes")
    assert page.status_code == 302
    assert results_of(session.pk)[FIRST].play.version == 1
    page = sent(session, "1 1 4sn+1")
    (read,) = page.context["read"]
    assert (read.recorded, read.is_to_record) == ("4♠ N =", False)
    sent(session, "1 1 4sn+1", replace=read.mark, record="yes")
    newest = Play.objects.get(table=1, board=1, version=2)
    assert (newest.facts.tricks, newest.recorded_by) == (11, session.director)


def test_the_same_result_is_not_recorded_again():
    session = in_play()
    agreed(session, FIRST, "4sn=")
    page = sent(session, "1 1 4sn=")
    (read,) = page.context["read"]
    assert read.is_same and not read.is_to_record
    assert page.context["to_record"] == 0


def test_a_result_that_changed_after_the_preview_is_not_replaced():
    session = in_play()
    recorded(session, FIRST, "4sn=")
    (read,) = sent(session, "1 1 4sn+1").context["read"]
    recorded(session, FIRST, "4sn-1", seen=1)
    sent(session, "1 1 4sn+1", replace=read.mark, record="yes")
    assert results_of(session.pk)[FIRST].play.facts.tricks == 9


def test_when_one_result_is_refused_nothing_is_recorded():
    session = in_play()
    agreed(session, SECOND, "4sn=")
    slips = [
        Slip(FIRST, parse_deal("4sn="), "", 0),
        Slip(SECOND, parse_deal("3ne="), "", 0),
    ]
    with pytest.raises(Refused, match="Table 2, board 1: .* Nothing is recorded"):
        record_slips(
            session_id=session.pk,
            slips=slips,
            key=uuid4(),
            by=session.director,
            now=NOON,
        )
    assert Play.objects.count() == 1


def test_after_the_round_tricks_alone_take_a_ruling():
    session = in_play()
    agreed(session, FIRST, "4sn=")
    start_round(session=session, round=2, by=session.director, now=NOON)
    (error,) = errors(sent(session, "1 1 4sn+1"))
    assert "rule on the tricks of board 1" in error


def test_after_play_missing_results_are_typed_and_recorded_ones_are_not_changed():
    session = in_play(rounds=5)
    agreed(session, FIRST, "4sn=")
    end_play(session=session, by=session.director, now=NOON)
    page = sent(session, "1 1 3nn=\n2 1 4sn=")
    assert "page of corrections" in errors(page)[0] and errors(page)[1] == ""


def test_a_director_who_plays_types_nothing_of_the_own_table_nor_of_boards_to_come():
    session = in_play()
    agreed(session, FIRST, "4sn=")
    deputy = player(session, SECOND)
    name_deputy(session=session, member=deputy, by=session.director, now=NOON)
    client = Client()
    client.force_login(deputy)
    data = {"lines": "2 1 p\n1 1 3nn=", "of": "", "language": "en", "key": uuid4()}
    page = client.post(f"/duplicate/{session.pk}/director/slips/", data)
    assert "You play there" in errors(page)[0]
    assert errors(page)[1] and "4♠" not in page.content.decode()


def test_only_who_directs_types_slips_and_only_once_play_has_begun():
    session = in_play(rounds=0)
    address = f"/duplicate/{session.pk}/director/slips/"
    client = Client()
    client.force_login(member("Zoe"))
    assert client.get(address).status_code == 403
    assert director_of(session).get(address).url.endswith("/director/")


def test_htmx_gets_the_lines_alone():
    session = in_play()
    address = f"/duplicate/{session.pk}/director/slips/"
    data = {"lines": "1 1 4sn=", "of": "", "language": "en", "key": uuid4()}
    answer = director_of(session).post(address, data, headers={"HX-Request": "true"})
    assert answer.content.decode().strip().startswith('<div id="slips-read"')


@pytest.mark.parametrize("typed", ["3 ² 4sn=", f"{'9' * 4400} 1 4sn=", "٣ 1 4sn="])
def test_a_number_that_is_none_is_an_error_of_its_line(typed: str):
    page = sent(in_play(), typed)
    assert page.status_code == 200
    assert all(errors(page))


def test_a_form_that_was_used_already_can_be_sent_again_with_its_new_key():
    session, key = in_play(), uuid4()
    sent(session, "1 1 4sn=", key=key, record="yes")
    (read,) = sent(session, "1 1 4sn+1").context["read"]
    replaces = {"record": "yes", "replace": read.mark}
    refused = sent(session, "1 1 4sn+1", key=key, **replaces)
    assert "recorded another result already" in refused.content.decode()
    new = refused.context["form"]["key"].value()
    assert str(new) != str(key)
    again = sent(session, "1 1 4sn+1", key=new, **replaces)
    assert again.status_code == 302
    assert str(results_of(session.pk)[FIRST].play.facts) == "4SN+1"
