"""USEBIO files for tests, in the forms that programs write. All names, numbers and figures are made up."""

from xml.sax.saxutils import escape

HEADING = '<?xml version="1.0" encoding="{}"?>\n<!DOCTYPE USEBIO SYSTEM "http://www.ebu.co.uk/usebio/usebio_v1_2.dtd">\n'


def xml(name, *content, **attributes):
    """An element on lines of its own; texts are escaped, elements are tuples made by this function."""
    shown = "".join(
        f' {key}="{escape(str(value))}"' for key, value in attributes.items()
    )
    inner = "".join(
        each[0] if isinstance(each, tuple) else escape(str(each)) for each in content
    )
    line = "\n" if any(isinstance(each, tuple) for each in content) else ""
    return (f"<{name}{shown}>{line}{inner}</{name}>\n",)


def texts(**values):
    return [xml(name, value) for name, value in values.items() if value is not None]


def pair(number, *names, element="PAIR", **figures):
    label = {"PAIR": "PAIR_NUMBER", "PLAYER": "PLAYER_NUMBER"}[element]
    players = [
        xml("PLAYER", *texts(PLAYER_NAME=name, NATIONAL_ID_NUMBER=national))
        for name, national in names
    ]
    return xml(element, xml(label, number), *texts(**figures), *players)


def line(
    ns=None,
    ew=None,
    contract=None,
    by=None,
    tricks=None,
    score=None,
    mps=None,
    kind="MATCH_POINTS",
    **more,
):
    """A traveller line; ``mps`` are the awards of both sides."""
    awards = {}
    if mps is not None:
        awards = {f"NS_{kind}": mps[0], f"EW_{kind}": mps[1]}
    return xml(
        "TRAVELLER_LINE",
        *texts(
            NS_PAIR_NUMBER=ns,
            EW_PAIR_NUMBER=ew,
            CONTRACT=contract,
            PLAYED_BY=by,
            TRICKS=tricks,
            SCORE=score,
            **awards,
            **more,
        ),
    )


def board(number, *lines):
    return xml("BOARD", xml("BOARD_NUMBER", number), *lines)


def event(*content, event_type="PAIRS", day="18/11/2024", **texts_of_event):
    about = {"EVENT_DESCRIPTION": "Monday Pairs", "DATE": day, **texts_of_event}
    return xml("EVENT", *texts(**about), *content, EVENT_TYPE=event_type)


def usebio(*events, encoding="UTF-8", version="1.2", **root):
    club = xml("CLUB", *texts(CLUB_NAME="Old Mill Bridge Club", CLUB_ID_NUMBER="3070"))
    document = xml("USEBIO", club, *events, Version=version, **root)
    return (HEADING.format(encoding) + document[0]).encode(
        encoding, "xmlcharrefreplace"
    )


NAMES = [
    (("Ann Smith", "101"), ("Bob Jones", "102")),
    (("Cleo Ünsal", "103"), ("Dan Weiß", "")),
    (("Eve Black", "105"), ("Finn O’Hara", "106")),
    (("Gail", ""), ("Hugo", "")),
]
MITCHELL = [
    pair(
        "1NS",
        *NAMES[0],
        DIRECTION="NS",
        TOTAL_SCORE="4",
        PERCENTAGE="100.00",
        PLACE="1",
    ),
    pair(
        "2NS", *NAMES[1], DIRECTION="NS", TOTAL_SCORE="0", PERCENTAGE="0.00", PLACE="2"
    ),
    pair(
        "1EW",
        *NAMES[2],
        DIRECTION="EW",
        TOTAL_SCORE="2",
        PERCENTAGE="50.00",
        PLACE="1=",
    ),
    pair(
        "2EW",
        *NAMES[3],
        DIRECTION="EW",
        TOTAL_SCORE="2",
        PERCENTAGE="50.00",
        PLACE="1=",
    ),
]
BOARDS = [
    board(
        1,
        line("1NS", "1EW", "4S", "N", 10, 420, (2, 0)),
        line("2NS", "2EW", "4S", "N", 9, -50, (0, 2)),
    ),
    board(
        2,
        line("1NS", "2EW", "3NT", "W", 8, 50, (2, 0)),
        line("2NS", "1EW", "3NTX", "E", 9, -550, (0, 2)),
    ),
]


def flat(*, participants=MITCHELL, boards=BOARDS, **about):
    """A Mitchell of two tables as Compscore writes it: BOARD in EVENT."""
    about = {
        "event_type": "MP_PAIRS",
        "PROGRAM_NAME": "Compscore3",
        "WINNER_TYPE": "2",
        **about,
    }
    return usebio(event(xml("PARTICIPANTS", *participants), *boards, **about))


def nested(*sections, **about):
    """A session with a section for each pair of participants and boards: EVENT, SESSION, SECTION."""
    inner = [
        xml("SECTION", xml("PARTICIPANTS", *participants), *boards, SECTION_ID=name)
        for name, participants, boards in sections
    ]
    about = {"WINNER_TYPE": "2", "BOARD_SCORING_METHOD": "MATCH_POINTS", **about}
    return usebio(event(xml("SESSION", *inner, SESSION_ID="1"), **about))
