"""Values, headers, queries and bodies that no page sends."""

from collections.abc import Callable
from random import Random
from urllib.parse import quote, quote_from_bytes, quote_plus

# As bytes that a form has after decoding: what is no UTF-8 can only be written so.
ODD_TEXT = (
    "", " ", "\0", "a\0b", "\t\r\n", "\u202egnp.exe", "\u200b", "\u200f\u200e", "\ufeff", "\uffff", "\U0010ffff",
    "🂡🃞", "👩‍👩‍👧‍👦" * 40, "Z̵̡̢̛̲͇a̸l̶g̷o̵" * 20, "e\u0301" * 200, "ﬁ", "ß", "İ", "ǆ", "٣", "１２", "²", "Ⅷ", "½",
    "<script>alert(1)</script>", "{{ 7*7 }}{% load x %}", "%s%n%(a)s{0}", "'; DROP TABLE members_member; --", '"', "\\",
    "../../../../etc/passwd", "=1+1", "None", "null", "undefined", "[]", "{}", "true", "on", "-", "+", ".", "__proto__",
)  # fmt: skip
ODD_NUMBERS = (
    "0", "-1", "1", "00", "+1", "-0", "1.5", "1e3", "1e999", "NaN", "Infinity", "0x10", "0b1", "1_000", " 7 ", "7\n",
    str(2**31 - 1), str(2**31), str(2**63 - 1), str(2**63), str(2**64), str(-(2**63) - 1), "9" * 40, "9" * 4301,
)  # fmt: skip
ODD_DAYS = (
    "2026-02-30", "0000-00-00", "0001-01-01", "9999-12-31", "10000-01-01", "2026-13-01", "26-1-1", "2026-11-21T12:00",
    "21/11/2026", "1969-12-31", "-2026-01-01", "2026-W01-1", "today",
)  # fmt: skip
ODD_KEYS = (
    "00000000-0000-0000-0000-000000000000",
    "{" + "f" * 32 + "}",
    "urn:uuid:" + "0" * 32,
    "g" * 36,
    "f" * 31,
)
NO_UTF8 = (
    b"\xff",
    b"\xed\xa0\x80",
    b"\xed\xb0\x80\xed\xa0\x80",
    b"\xc0\x80",
    b"\xf8\x88\x80\x80\x80",
    b"a\xe2\x82",
    b"\x80",
)
PLAUSIBLE = (
    "4sn=", "3nte+1", "p", "2hxs-1", "1234", "7", "12", "Anna", "Mei", "Nora Field", "Ivo", "yes", "2026-11-21", "2026",
    "she agreed by phone", "Prizes", "nora", "nora@example.org", "four spades doubled", "rubber-2027", "S", "N", "-5",
)  # fmt: skip
LENGTHS = (81, 201, 401, 5_000, 30_000)


def value(rng: Random) -> bytes:
    """A random hostile value for a form field."""
    kind = rng.randrange(8)
    if kind == 0:
        return rng.choice(NO_UTF8)
    if kind == 1:
        return (
            rng.choice(("x", "9", "é", "🂡", " ", "\0", "a,", "-", "4sn= "))
        ).encode() * rng.choice(LENGTHS)
    if kind == 2:
        return "".join(
            chr(_code_point(rng)) for _ in range(rng.randrange(1, 40))
        ).encode()
    pool = rng.choice((ODD_TEXT, ODD_NUMBERS, ODD_DAYS, ODD_KEYS, PLAUSIBLE))
    return rng.choice(pool).encode()


def _code_point(rng: Random) -> int:
    point = rng.randrange(rng.choice((0x80, 0x500, 0x3000, 0x110000)))
    return 0xFFFD if 0xD800 <= point < 0xE000 else point


def plausible(rng: Random) -> bytes:
    return rng.choice(PLAUSIBLE).encode()


def query(rng: Random, names: tuple[str, ...]) -> str:
    """A random query string: up to 20 parameters of these or other names, or a very long one."""
    if rng.random() < 0.05:
        return (
            quote_plus(rng.choice(names))
            + "="
            + "x" * rng.choice((2_000, 8_000, 40_000))
        )
    if rng.random() < 0.05:
        return rng.choice(
            (
                "&",
                "=",
                "&&=&",
                "%",
                "%zz=%",
                "?",
                ";a=1;b",
                "a" * 300,
                "%00",
                "%00=%00",
                "=%ED%A0%80",
            )
        )
    pairs = []
    for _ in range(rng.choice((1, 1, 1, 2, 3, 20))):
        name = rng.choice(names).encode() if rng.random() < 0.9 else value(rng)[:200]
        given = plausible(rng) if rng.random() < 0.3 else value(rng)[:3_000]
        pairs.append(f"{quote_plus(name)}={quote_plus(given)}")
    return "&".join(pairs)


def path(rng: Random, known: str) -> str:
    """The known path with one part of it spoiled, percent-encoded."""
    parts = known.split("/")
    at = rng.randrange(len(parts))
    spoils: list[Callable[[], str]] = [
        lambda: quote_from_bytes(value(rng)[:200], safe=""),
        lambda: rng.choice(ODD_NUMBERS),
        lambda: (
            parts[at]
            + rng.choice(
                (
                    "%00",
                    "%0a",
                    "%2f",
                    "..",
                    ";a",
                    "%25",
                    "%ff",
                    "%ED%A0%80",
                    ".csv",
                    "~",
                    "%7f",
                )
            )
        ),
        lambda: "",
        lambda: f"{parts[at]}/{parts[at]}",
    ]
    parts[at] = quote(rng.choice(spoils)(), safe="%;:@!$&'()*+,=~.")
    return "/" + "/".join(parts).lstrip("/")


ODD_HEADERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("hx-request", ("true", "false", "TRUE", "", "1", "\xff")),
    ("hx-current-url", ("http://[", "", "/", "http://x/%00", "http://\xe9/", "javascript:alert(1)", "//a@b:c/",
                        "x" * 5_000,
                        "http://a:99999/", "http://127.0.0.1/tables/1/?a=%ff#b", "http://[::1", "http://a]b/")),
    ("hx-target", ("consent", "", "\xff", "#" * 500, "'\"<>")),
    ("hx-trigger", ("entry", "{", '{"a":', "[1,2", "\xff")),
    ("hx-trigger-name", ("q", "\xff", "")),
    ("hx-prompt", ("%ff", "\xff", "x" * 900)),
    ("hx-boosted", ("true", "\xff")),
    ("hx-history-restore-request", ("true",)),
    ("triggering-event", ("{", '{"a":1}', "null", "%7B")),
    ("range", ("bytes=0-0", "bytes=-1", "bytes=5-2", "bytes=0-,5-", "bytes=99999999999999999999-", "items=1",
               "bytes=a-b")),
    ("if-none-match", ("*", '"', 'W/"x"', '"a","b', "\xff", "x" * 3_000)),
    ("if-match", ("*", '"x"', "")),
    ("if-modified-since", ("Thu, 99 Foo 99999 00:00:00 GMT", "0", "Sat, 21 Nov 2026 12:00:00 GMT", "\xff", "-1",
                           "Sat, 21 Nov 0000 12:00:00 GMT", "Monday, 32-Jan-99 99:99:99 GMT")),
    ("if-unmodified-since", ("Thu, 01 Jan 1970 00:00:00 GMT", "x", "Fri, 31 Dec 9999 23:59:60 GMT")),
    ("if-range", ('"x"', "0")),
    ("accept", ("", "*/*", "application/json", ";q=", "text/html;q=9,,;", "\xff", "a/b;" * 800)),
    ("accept-encoding", ("gzip", "gzip;q=0", "", "br,\xff", "gzip," * 500)),
    ("accept-language", ("xx", "en;q=a", "de-" * 400, "\xff")),
    ("user-agent", ("", "\xff", "x" * 8_000, "Firefox on \U000000e9", "'\"<>")),
    ("referer", ("http://[", "", "http://127.0.0.1/", "x", "\xff")),
    ("origin", ("null", "http://[", "http://evil.example", "http://127.0.0.1", "\xff", "")),
    ("host", ("evil.example", "", "127.0.0.1:99999", "[::1", "127.0.0.1:x", "\xff", "a" * 300, "127.0.0.1:80:80",
              "localhost.")),
    ("cookie", ("sessionid=", "sessionid=%00", "sessionid=" + "x" * 3_000, "csrftoken=\xff", "messages=x:y:z",
                "a=b;;=;c", "sessionid=abc; sessionid=def", "messages=%00", "device=x:y", "csrftoken=;", "\xff", '"')),
    ("x-csrftoken", ("", "x" * 64, "\xff", "x" * 5_000)),
    ("x-requested-with", ("XMLHttpRequest",)),
    ("x-forwarded-for", ("1.2.3.4, ::1", "\xff", "," * 500, "x")),
    ("x-forwarded-proto", ("https", "gopher", "")),
    ("x-forwarded-host", ("evil.example",)),
    ("x-http-method-override", ("DELETE",)),
    ("content-encoding", ("gzip", "br", "")),
    ("authorization", ("Basic x", "Bearer", "\xff")),
    ("last-event-id", ("-1", "\xff", "9" * 50)),
    ("upgrade", ("websocket", "h2c")),
    ("expect", ("200-maybe",)),
)  # fmt: skip


def headers(rng: Random) -> dict[str, str]:
    """One, two or four random headers with values that no browser sends."""
    chosen = rng.sample(ODD_HEADERS, rng.choice((1, 1, 2, 4)))
    return {name: rng.choice(values) for name, values in chosen}


METHODS = (
    "GET",
    "HEAD",
    "OPTIONS",
    "PUT",
    "PATCH",
    "DELETE",
    "TRACE",
    "POST",
    "PROPFIND",
    "get",
    "X" * 40,
)
CONTENT_TYPES = (
    "", "application/json", "text/plain", "application/octet-stream", "application/xml", "multipart/form-data", "/",
    ";",
    "application/x-www-form-urlencoded; charset=utf-16", "application/x-www-form-urlencoded; charset=latin-1",
    "application/x-www-form-urlencoded; charset=utf-7", "application/x-www-form-urlencoded; charset=idna",
    "application/x-www-form-urlencoded; charset=hex", "application/x-www-form-urlencoded; charset=undefined",
    "application/x-www-form-urlencoded; charset=", "application/x-www-form-urlencoded; charset*=utf-8''x",
    "multipart/form-data; boundary=", "multipart/form-data; boundary=other", "multipart/form-data; boundary=\xff",
    "multipart/form-data; boundary=noise; charset=utf-16", "multipart/mixed; boundary=noise", "image/png", "\xff/\xff",
    "application/x-www-form-urlencoded; charset=" + "x" * 2_000, "APPLICATION/X-WWW-FORM-URLENCODED",
)  # fmt: skip
