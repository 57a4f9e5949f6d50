"""The quick notation: the lines that can be read, how a deal is printed, and which lines are refused."""

import pytest

from scoring import Contract, Deal, InvalidDeal, Risk, Seat, Side, Strain, parse_deal


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("4sn=", "4SN="),
        ("4sxn+1", "4SXN+1"),
        ("n4sx+1", "4SXN+1"),
        ("N 4 S X + 1", "4SXN+1"),
        ("1ntxn=", "1NTXN="),
        ("2h**s=", "2HXXS="),
        ("2h*s=", "2HXS="),
        ("4sxe-4", "4SXE-4"),
        ("4♠xe−4", "4SXE-4"),
        ("4♠\ufe0fe–4", "4SE-4"),
        ("1♣n=", "1CN="),
        ("1♦n=", "1DN="),
        ("1♥n=", "1HN="),
        ("3nt e /10", "3NTE+1"),
        ("3ns=", "3NTS="),
        ("3nn=", "3NTN="),
        ("3nts=", "3NTS="),
        ("4ss=", "4SS="),
        ("s4s=", "4SS="),
        ("e3n=", "3NTE="),
        ("2ss/0", "2SS-8"),
        ("4sn+0", "4SN="),
        ("4sn+0000001", "4SN+1"),
        ("p", "P"),
        ("PASS", "P"),
        ("passed", "P"),
        ("-", "P"),
        ("−", "P"),
        ("p # thrown in", "P # thrown in"),
        ("4hn-1 h100s", "4HN-1 h4S"),
        ("4hn-1 h150s", "4HN-1 h5S"),
        ("4hn-1 h4s", "4HN-1 h4S"),
        ("3ntn= h150e", "3NTN= h4E"),
        ("3ntn= h1w h2n", "3NTN= h2N h1W"),
        ("3ss+1 t2ns", "3SS+1 t2NS"),
        ("3ss+1 t1ew t2ns", "3SS+1 t2NS t1EW"),
        ("4sn= vw ve", "4SN= vE vW"),
        ("4sn= !ew!ew", "4SN= !EW !EW"),
        ("4sn=  #  two   words # three ", "4SN= # two words # three"),
        ("4sn= #", "4SN="),
    ],
)
def test_what_is_typed_is_printed_in_one_form(typed, printed):
    assert str(parse_deal(typed)) == printed
    assert parse_deal(printed) == parse_deal(typed)


def test_a_line_gives_the_facts():
    deal = parse_deal("4sxn+1 h4s t2ew ve !ns # lucky")
    assert deal == Deal(
        Contract(4, Strain.SPADES, Risk.DOUBLED),
        Seat.NORTH,
        11,
        honours=((Seat.SOUTH, 4),),
        transferred=((Side.EW, 2),),
        voids=(Seat.EAST,),
        revokes=(Side.NS,),
        note="lucky",
    )


def test_royals_are_read_where_they_are_bid():
    assert parse_deal("2rn+1", royals=True) == Deal(
        Contract(2, Strain.ROYALS), Seat.NORTH, 9
    )


@pytest.mark.parametrize(
    ("typed", "field", "column", "words"),
    [
        ("", "contract", 1, "missing"),
        ("   ", "contract", 1, "missing"),
        ("# only a note", "contract", 1, "missing"),
        ("c", "contract", 1, "level"),
        ("8sn=", "contract", 1, "1 to 7"),
        ("0sn=", "contract", 1, "1 to 7"),
        ("٣sn=", "contract", 1, "level"),
        ("4", "contract", 2, "strain"),
        ("4zn=", "contract", 2, "strain"),
        ("4rn=", "contract", 2, "royal auction"),
        ("4c", "declarer", 3, "Who declared"),
        ("4sx", "declarer", 4, "Who declared"),
        ("4s =", "declarer", 4, "Who declared"),
        ("n4sn=", "declarer", 4, "twice"),
        ("4sn", "result", 4, "missing"),
        ("4sn ", "result", 4, "missing"),
        ("4sn h4s", "result", 5, "missing"),
        ("4sn+", "result", 5, "How many"),
        ("4sn/", "result", 5, "How many"),
        ("4sn+4", "result", 4, "cannot make 14 tricks: +3 is the most"),
        ("4sn +4", "result", 5, "cannot make 14 tricks: +3 is the most"),
        ("7ntn+1", "result", 5, "cannot make 14 tricks: = is the most"),
        ("4sn-11", "result", 4, "−10"),
        ("4sn/14", "result", 4, "cannot make 14"),
        ("4sn+" + "9" * 5000, "result", 4, "cannot make so many"),
        ("4sn=+1", "result", 5, "only options"),
        ("4sn=z", "option", 5, "only options"),
        ("4sn= h", "honours", 7, "how many"),
        ("4sn= h4", "honours", 8, "seat"),
        ("4sn= h6n", "honours", 6, "five trump honours"),
        ("4sn= h3n h3s", "honours", 10, "five trump honours"),
        ("4sn= h2n h2n", "honours", 10, "once"),
        ("3ntn= h5n", "honours", 7, "four aces"),
        ("3ntn= h100n", "honours", 7, "no-trump"),
        ("4sn= t2", "transferred", 8, "side"),
        ("4sn= t4ew", "transferred", 6, "East-West won 3"),
        ("4sn= tns", "transferred", 7, "how many"),
        ("4sn= v", "voids", 7, "seat"),
        ("4sn= h4s vs", "voids", 10, "void of trumps"),
        ("4sn= !", "revokes", 7, "side"),
        ("p h4s", "contract", 1, "level"),
        ("4sn= # \ud800", "note", 6, "note"),
        ("4sn= # \x00", "note", 6, "note"),
    ],
)  # fmt: skip
def test_a_refusal_names_the_field_and_the_column(typed, field, column, words):
    with pytest.raises(InvalidDeal) as refusal:
        parse_deal(typed)
    assert words in refusal.value.message
    assert (refusal.value.field, refusal.value.column) == (field, column)


@pytest.mark.parametrize(
    ("typed", "first", "second"),
    [
        ("4sn10", "/10 for 10 tricks in all", "+10 for"),
        ("4sn4", "/4 for 4 tricks in all", "= for 10 tricks"),
        ("2sn5", "/5 for 5 tricks in all", "+3 for 11 tricks"),
        ("4sn3", "/3 for 3 tricks in all", "+3 for"),
    ],
)
def test_bare_digits_are_refused_with_both_readings(typed, first, second):
    with pytest.raises(InvalidDeal) as refusal:
        parse_deal(typed)
    assert first in refusal.value.message
    assert second in refusal.value.message
    assert (refusal.value.field, refusal.value.column) == ("result", 4)


def test_what_is_not_text_is_refused():
    with pytest.raises(InvalidDeal):
        parse_deal(None)


def test_a_very_long_line_is_read_at_once():
    assert len(parse_deal("4sn=" + "!ew" * 100_000).revokes) == 100_000
