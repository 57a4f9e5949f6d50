"""Races in a session of duplicate: each one makes its own session, sends requests at once, and checks the rows."""

from collections.abc import Iterable
from urllib.parse import urlencode
from uuid import uuid4

from django.http import HttpResponse
from django.utils import timezone

from clubscore.duplicate.director.directing.context import director_page
from clubscore.duplicate.director.directing.services import name_deputy
from clubscore.duplicate.models import (
    Call,
    Correction,
    Play,
    PlayProposal,
    PlaySignature,
    Publication,
    RoundStart,
    Ruling,
    Session,
    Tablet,
)
from clubscore.duplicate.outcomes.results import AGREED, results_of
from clubscore.duplicate.play.tablet.keys import key_of, know_device
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.correcting.services import Asked, answer_request, ask
from clubscore.members.models import Member
from scoring import Seat, Side, parse_deal
from scoring.movements.mitchell import mitchell
from tests.bench.scorer import Browser
from tests.duplicate.evening import in_play
from tests.duplicate.published import played, published
from tests.duplicate.recorded import agreed, at, player, recorded
from tests.duplicate.tablets import laid
from tests.factories import NOON, member
from tests.soak.races.at_the_table import NUMBERS, TAPS, UNTOUCHED
from tests.soak.races.track import Act, Request, Track, each

FIRST = Slot("A", 1, 1, 1)
N, E, S, W = Seat
RULED = {
    "kind": "artificial",
    "law": "12C2",
    "text": "A noise",
    "ns_percent": "",
    "ew_percent": "",
    "line": "",
}


def a_session() -> Session:
    """A session of three tables in the first round, with a director and players of its own."""
    number = next(NUMBERS)
    return in_play(
        member(f"Director {number}"), family=f"of race {number}", name=f"Race {number}"
    )


def two_directors(track: Track, session: Session) -> tuple[Browser, Browser]:
    deputy = member(f"Deputy {next(NUMBERS)}")
    name_deputy(session=session, member=deputy, by=session.director, now=NOON)
    return track.browser(session.director), track.browser(deputy)


def browsers(track: Track, session: Session, slot: Slot = FIRST) -> dict[Seat, Browser]:
    return {
        seat: track.browser(sitting)
        for seat, sitting in at(session, slot).players.items()
        if sitting
    }


def address(session: Session, slot: Slot = FIRST) -> str:
    return f"/duplicate/{session.pk}/rounds/{slot.round}/{slot.letter}/{slot.table}/boards/{slot.board}/"


def result(
    taps: tuple[str, str, str] = TAPS[0], *, seen: int = 0, **fields: object
) -> dict[str, object]:
    """The fields of the form for board 1, sent by a player who saw version `seen` of the result."""
    tapped = dict(zip(("contract", "declarer", "result"), taps, strict=True)) | {
        "risk": ""
    }
    return tapped | UNTOUCHED | {"number": 1, "revision": seen, "key": uuid4()} | fields


def versions(session: Session, slot: Slot = FIRST) -> list[Play]:
    """The versions of a result, after a check that they count from 1 without a gap."""
    found = Play.objects.filter(
        section__session=session, round=slot.round, table=slot.table, board=slot.board
    )
    plays = list(found.order_by("version"))
    assert [play.version for play in plays] == list(range(1, len(plays) + 1))
    return plays


def is_whole(session: Session) -> None:
    """Assert that nobody signs twice, that each form wrote once, and that open proposals are about results
    that count.
    """
    plays, proposals = (
        Play.objects.filter(session=session),
        PlayProposal.objects.filter(session=session),
    )
    signed = list(
        PlaySignature.objects.filter(play__session=session).values_list(
            "play", "member"
        )
    )
    assert len(signed) == len(set(signed))
    keys = [
        *plays.values_list("key", flat=True),
        *proposals.values_list("key", flat=True),
    ]
    assert len(keys) == len(set(keys))
    counting = {found.play.pk for found in results_of(session.pk).values()}
    assert counting.issuperset(
        proposals.filter(answer="").values_list("play", flat=True)
    )


def disputed(session: Session) -> PlayProposal:
    """The proposal by which North reports another result after East has agreed to the first one."""
    agreed(session, FIRST, "4sn=")
    recorded(session, FIRST, "4sn+1", seen=1)
    return PlayProposal.objects.get(session=session)


def answers(session: Session, answer: str, *, by: Iterable[Browser]) -> list[Act]:
    proposal = PlayProposal.objects.get(session=session)
    return each(
        Request(
            browser,
            f"{address(session)}answer/",
            {"proposal": proposal.pk, "answer": answer, "key": uuid4()},
        )
        for browser in by
    )


def two_sides(track: Track) -> None:
    """Both sides of a board enter the same result: it is recorded once, and each side has signed it."""
    session = a_session()
    four = browsers(track, session)
    statuses = track.run(
        *each(Request(four[seat], address(session), result()) for seat in Seat)
    )
    assert set(statuses) == {200}, statuses
    assert len(versions(session)) == 1
    assert results_of(session.pk)[FIRST].standing(at(session, FIRST).sides) == AGREED
    is_whole(session)


def each_form_twice(track: Track) -> None:
    """The four enter three different results, and each form comes repeatedly: a key writes at most once,
    and nothing is lost.
    """
    session = a_session()
    four = browsers(track, session)
    sent = [
        Request(four[seat], address(session), result(taps))
        for seat, taps in zip(Seat, (*TAPS, TAPS[0]), strict=True)
    ]
    statuses = track.run(*each(sent))
    assert set(statuses) <= {200, 409}, statuses
    versions(session)
    assert PlayProposal.objects.filter(session=session).count() <= 1
    is_whole(session)


def partners_accept(track: Track) -> None:
    """Both opponents accept a proposed result at once: it is accepted once."""
    session = a_session()
    proposal, four = disputed(session), browsers(track, session)
    statuses = track.run(*answers(session, "accept", by=[four[E], four[W]]))
    assert set(statuses) == {302}, statuses
    proposal.refresh_from_db()
    assert proposal.answer == PlayProposal.Answer.ACCEPTED
    assert [play.tricks for play in versions(session)] == [10, 11]
    is_whole(session)


def all_four_answer(track: Track) -> None:
    """One side accepts a proposed result while the other withdraws it: one of the two happens, and the
    sheet shows it.
    """
    session = a_session()
    proposal, four = disputed(session), browsers(track, session)
    accepting = answers(session, "accept", by=[four[E], four[W]])
    withdrawing = answers(session, "withdraw", by=[four[N], four[S]])
    statuses = track.run(accepting[0], withdrawing[0], accepting[1], withdrawing[1])
    assert set(statuses) == {302}, statuses
    proposal.refresh_from_db()
    is_accepted = proposal.answer == PlayProposal.Answer.ACCEPTED
    assert is_accepted or proposal.answer == PlayProposal.Answer.WITHDRAWN
    assert len(versions(session)) == 1 + is_accepted
    is_whole(session)


def partners_agree(track: Track) -> None:
    """Both opponents agree to a result while its recorder enters another: each signs only the version that
    he or she saw.
    """
    session = a_session()
    four = browsers(track, session)
    recorded(session, FIRST, "4sn=")
    agree = each(
        Request(four[seat], f"{address(session)}agreement/", {"version": 1})
        for seat in (E, W)
    )
    statuses = track.run(
        *agree, Request(four[N], address(session), result(seen=1)).send
    )
    assert set(statuses) <= {200, 302, 409}, statuses
    assert (
        len(versions(session)) + PlayProposal.objects.filter(session=session).count()
        == 2
    )
    is_whole(session)


def one_call(track: Track) -> None:
    """Three players of a table call the director, and each tap comes repeatedly: the table is in the
    waiting list once.
    """
    session = a_session()
    four = browsers(track, session)
    path = f"{address(session)}call/"
    calls = [
        Request(four[seat], path, {"about": "A claim", "key": uuid4()})
        for seat in (N, E, S)
    ]
    statuses = track.run(*each(calls))
    assert set(statuses) == {302}, statuses
    assert Call.objects.filter(session=session).count() == 1


def left_open(session: Session) -> str:
    """The mark of what is open now, which the director has seen on the page that asks."""
    state = load(session.pk)
    page = director_page(state, viewer=session.director, now=timezone.now(), round=None)
    return page.left.mark


def next_round_against_entry(track: Track) -> None:
    """Two directors begin the next round while a board of the last one is entered and corrected."""
    session = a_session()
    four, directors = browsers(track, session), two_directors(track, session)
    next_round = f"/duplicate/{session.pk}/director/rounds/"
    seen = {"round": 2, "left": left_open(session)}
    begin = each(Request(director, next_round, seen) for director in directors)
    entered = [
        Request(four[seat], address(session), result(TAPS[0])).send for seat in (N, E)
    ]
    other = Request(four[W], address(session), result(TAPS[1])).send
    statuses = track.run(begin[0], entered[0], other, begin[1], entered[1])
    assert set(statuses) <= {200, 302, 409}, statuses
    starts = RoundStart.objects.filter(session=session, round=2)
    assert starts.count() <= 1  # whoever has seen other boards open is asked again
    directors[0].post(next_round, {"round": 2, "left": left_open(session)})
    assert starts.count() == 1
    assert versions(session)
    is_whole(session)


def confirmed_correction(session: Session, north: Member, east: Member) -> Correction:
    """A correction of the first board that North asks for and East confirms."""
    asked = Asked(parse_deal("4sn-1"), "score", "It was one down", 1, uuid4())
    correction = ask(
        session=session, slot=FIRST, asked=asked, by=north, now=timezone.now()
    )
    answer_request(correction=correction, confirm=True, by=east, now=timezone.now())
    return correction


def publication_against_correction(track: Track) -> None:
    """Two directors publish while one correction is decided and another is asked for: each happens once.

    The newest published list is the one from before the correction or the one from after it.
    """
    number = next(NUMBERS)
    session = played(
        member(f"Director {number}"), family=f"of race {number}", name=f"Race {number}"
    )
    published(session, now=timezone.now())
    north, east = player(session, FIRST), player(session, FIRST, Side.EW)
    correction = confirmed_correction(session, north, east)
    directors, path = two_directors(track, session), f"/duplicate/{session.pk}"
    decided = {"act": "correct", "conviction": "0", "reason": ""}
    again = {
        "begins_period": "no",
        "reason": "A board was corrected",
    }
    second = FIRST._replace(board=2)
    request = result(number=2, seen=1, error="score", why="So it was")
    acts = [
        *each(
            Request(who, f"{path}/corrections/{correction.pk}/decision/", decided)
            for who in directors
        ),
        *each(
            Request(who, f"{path}/director/publication/", again | {"key": uuid4()})
            for who in directors
        ),
        *each(
            Request(
                track.browser(who), f"{address(session, second)}correction/", request
            )
            for who in (north, east)
        ),
    ]
    statuses = track.run(*acts)
    assert set(statuses) <= {302, 422}, statuses
    assert len(versions(session)) == 2
    correction.refresh_from_db()
    assert correction.decision == Correction.Decision.CORRECTED
    assert Correction.objects.open().filter(session=session).count() == 1
    published_at = list(
        Publication.objects.filter(session=session)
        .order_by("number")
        .values_list("number", "facts")
    )
    assert [number for number, _ in published_at] in ([1], [1, 2])
    assert len({facts for _, facts in published_at}) == len(published_at)


def two_directors_rule(track: Track) -> None:
    """Two directors rule differently on one board: one ruling is made, and the other director is told so."""
    session = a_session()
    recorded(session, FIRST, "4sn=")
    seen = {"seen_ruling": 0, "seen_play": 1, "step": "record"}
    acts = []
    for director, (ns, ew) in zip(
        two_directors(track, session), ("+-", "=="), strict=True
    ):
        shown = (
            RULED | seen | {"ns": ns, "ew": ew, "shown": f"A{ns}{ew}", "key": uuid4()}
        )
        acts.append(Request(director, f"{address(session)}ruling/", shown).send)
    statuses = track.run(*acts)
    assert set(statuses) == {302, 409}, statuses
    assert list(
        Ruling.objects.filter(session=session).values_list("version", flat=True)
    ) == [1]


def ruling_against_entry(track: Track) -> None:
    """A director rules on a board that its table enters at the same time: the ruling stands."""
    session = a_session()
    four, (director, deputy) = browsers(track, session), two_directors(track, session)
    shown = RULED | {
        "ns": "=",
        "ew": "=",
        "shown": "A==",
        "seen_ruling": 0,
        "seen_play": 0,
        "step": "record",
    }
    rule = each(
        Request(who, f"{address(session)}ruling/", shown | {"key": uuid4()})
        for who in (director, deputy)
    )
    enter = each(Request(four[seat], address(session), result()) for seat in (N, E))
    statuses = track.run(rule[0], enter[0], rule[1], enter[1])
    assert set(statuses) <= {200, 302, 409}, statuses
    assert Ruling.objects.filter(session=session).count() + len(versions(session)) >= 1
    assert Ruling.objects.filter(session=session).count() <= 1
    is_whole(session)


def late_pair(track: Track) -> None:
    """Two directors let a pair in while the tables record: the movement changes once, and the pair has one place."""
    number = next(NUMBERS)
    family = f"of race {number}"
    session = in_play(
        member(f"Director {number}"), mitchell(3), family=family, name=f"Race {number}"
    )
    four, directors = browsers(track, session), two_directors(track, session)
    path = f"/duplicate/{session.pk}/director/late-pair/"
    pairs = [
        [member(f"{name} {half} of race {number}") for name in ("Olga", "Piet")]
        for half in (1, 2)
    ]
    read = _mark(directors[0].get(path).body)
    come = [
        Request(
            director,
            path,
            {
                "way": "A0",
                "from_round": 2,
                "read": read,
                "first": one.pk,
                "partner": other.pk,
            },
        )
        for director, (one, other) in zip(directors, pairs, strict=True)
    ]
    entered = [Request(four[seat], address(session), result()) for seat in (N, E)]
    statuses = track.run(*each([come[0], entered[0], come[1], entered[1]]))
    assert set(statuses) <= {200, 302, 422}, statuses
    (section,) = load(session.pk).sections
    assert [plan.edition for plan in section.plans] == [1, 2]
    assert sum(players in pairs for players in section.players.values()) == 1
    assert len(versions(session)) == 1


def _mark(page: bytes) -> str:
    """The value of the hidden field `read`, which identifies the possibilities that the page offers."""
    _, found = page.split(b'name="read" value="', 1)
    return found.split(b'"', 1)[0].decode()


def tablet_and_phone(track: Track) -> None:
    """The table's tablet enters for East what a phone enters for North; it also agrees and calls the director."""
    session = a_session()
    four, device = browsers(track, session), laid(session)
    tablet = track.browser(session.director)
    know_device(answer := HttpResponse(), device)
    tablet.cookies |= {name: cookie.value for name, cookie in answer.cookies.items()}
    board = f"/duplicate/tablets/{key_of(device)}/rounds/1/boards/1/"
    call = {"about": "A claim"}
    statuses = track.run(
        *each(
            [
                Request(four[N], address(session), result()),
                Request(tablet, board, result(seat="E")),
                Request(four[W], f"{address(session)}call/", call | {"key": uuid4()}),
                Request(tablet, f"{board}call/", call | {"key": uuid4()}),
            ]
        )
    )
    assert set(statuses) <= {200, 302}, statuses
    assert len(versions(session)) == 1
    assert results_of(session.pk)[FIRST].standing(at(session, FIRST).sides) == AGREED
    assert Call.objects.filter(session=session).count() == 1
    is_whole(session)


def one_tablet(track: Track) -> None:
    """All four lay their device on the table at once: one device lies there, and its owner is signed out on it."""
    session = a_session()
    four, path = browsers(track, session), f"/duplicate/{session.pk}/table/tablet/"
    statuses = track.run(*each(Request(four[seat], path, {}) for seat in Seat))
    assert set(statuses) <= {302, 401}, statuses
    assert Tablet.objects.open().filter(session=session, table=1).count() == 1


def one_number(track: Track) -> None:
    """Late members take the one free pair number at once: one pair gets it."""
    number = next(NUMBERS)
    family = f"of race {number}"
    session = in_play(
        member(f"Director {number}"), count=5, family=family, name=f"Race {number}"
    )
    pairs = [
        [member(f"{name} {half} of race {number}") for name in ("Olga", "Piet")]
        for half in range(4)
    ]
    path = f"/duplicate/{session.pk}/seat/"
    requests = [
        Request(track.browser(one), path, {"number": "A6", "partner": other.pk})
        for one, other in pairs
    ]
    statuses = track.run(*each(requests))
    assert set(statuses) <= {302, 409, 422}, statuses
    assert load(session.pk).sections[0].players[6] in pairs


def one_misplay(track: Track) -> None:
    """Two directors record at once that two pairs sat in each other's seats: the second does not exchange them back."""
    session = a_session()
    directors, path = (
        two_directors(track, session),
        f"/duplicate/{session.pk}/director/misplay/",
    )
    first, second = (load(session.pk).sections[0].row_at(1, table) for table in (1, 2))
    told = {
        "what": "seats",
        "round": "A1",
        "one": f"A{first.east}",
        "other": f"A{second.east}",
    }
    read = _mark(directors[0].get(f"{path}?{urlencode(told)}").body)
    record = told | {"way": "0", "from_round": 2, "read": read}
    statuses = track.run(
        *each(Request(director, path, record) for director in directors)
    )
    assert statuses == {302: 1, 422: track.width - 1}, statuses
    (section,) = load(session.pk).sections
    assert [plan.edition for plan in section.plans] == [1, 2]
    assert section.row_at(1, 1).east == second.east


def one_session(track: Track) -> None:
    """One director opens a session by a form that comes repeatedly, and two others open sessions of the same name.

    One session is opened. Its director is taken to it each time, and the others are told that the name is taken.
    """
    directors = [track.browser(member(f"Director {next(NUMBERS)}")) for _ in range(3)]
    numbers = {
        "tables": "3",
        "boards": "24",
        "begins": "19:30",
        "minutes": "7",
        "sections": "1",
    }
    choice = {
        "name": "Thursday pairs",
        "scoring": "matchpoints",
        "leads": "off",
        "law": "2017",
        "appeals": "30",
    }
    _, found = (
        directors[0]
        .get(f"/duplicate/opening/?{urlencode(numbers)}")
        .body.split(b'name="plan" value="', 1)
    )
    plan = {"plan": found.split(b'"', 1)[0].decode()}
    statuses = track.run(
        *each(
            Request(
                who, "/duplicate/opening/", numbers | choice | plan | {"key": uuid4()}
            )
            for who in directors
        )
    )
    assert set(statuses) == {302, 409}, statuses
    assert Session.objects.count() == 1
