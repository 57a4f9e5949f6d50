"""Fill in a form of a page, spoil it, and turn it into a request."""

from random import Random
from urllib.parse import quote_plus, urlsplit

from django.middleware.csrf import CSRF_TOKEN_LENGTH

from tests.soak.noise import hostile
from tests.soak.noise.pages import Field, Form

BOUNDARY = "noise"
URLENCODED, MULTIPART = (
    "application/x-www-form-urlencoded",
    f"multipart/form-data; boundary={BOUNDARY}",
)
# Bytes of a body; what is longer than a form the server refuses before anything looks at it.
MOST = 60 * 1024

Pairs = list[tuple[bytes, bytes]]
Composed = tuple[str, dict[str, str], bytes]  # path with query, headers, body


def fill(form: Form, rng: Random) -> Pairs:
    """Random but valid values for all fields of the form, with one of its buttons pressed."""
    answers = [field for field in form.fields if field.kind != "submit"]
    pairs = [
        (field.name.encode(), given)
        for field in answers
        for given in _given(field, rng)
    ]
    buttons = [
        (field.name, value)
        for field in form.fields
        if field.kind == "submit"
        for value in field.values
    ]
    pressed = [rng.choice(buttons)] if buttons else []
    return pairs + [(name.encode(), value.encode()) for name, value in pressed]


def _given(field: Field, rng: Random) -> list[bytes]:
    if field.kind == "checkbox":
        return [given.encode() for given in field.values if rng.random() < 0.5]
    if field.kind == "hidden":
        return [given.encode() for given in field.values]
    offered = [
        given for given in field.values if given or field.kind in {"radio", "select"}
    ]
    if offered and (field.kind in {"radio", "select"} or rng.random() < 0.5):
        return [rng.choice(offered).encode()]
    return [hostile.plausible(rng)]


def spoil(pairs: Pairs, rng: Random, others: Pairs) -> Pairs:
    """The pairs with some fields missing, repeated, exchanged, renamed or invented.

    `others` are fields of other forms.
    """
    pairs = list(pairs)
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        if not pairs:
            pairs.append((hostile.value(rng)[:100], hostile.value(rng)))
        at, kind = rng.randrange(len(pairs)), rng.randrange(9)
        name, given = pairs[at]
        if kind <= 2:
            pairs[at] = name, hostile.value(rng)
        elif kind == 3:
            del pairs[at]
        elif kind == 4:
            pairs.insert(
                rng.randrange(len(pairs) + 1),
                (name, rng.choice((given, hostile.value(rng)))),
            )
        elif kind == 5:
            same = [each for each in others if each[0] == name]
            pairs[at] = rng.choice(same or pairs)[0], rng.choice(same or pairs)[1]
        elif kind == 6:
            pairs[at] = (
                rng.choice(
                    (
                        name.upper(),
                        name + b"\0",
                        b" " + name,
                        name + b"[]",
                        b"",
                        name * 50,
                    )
                ),
                given,
            )
        elif kind == 7:
            pairs.append((hostile.value(rng)[:100], hostile.value(rng)))
        else:
            pairs = [(each, hostile.value(rng)) for each, _ in pairs]
    return pairs


def write_down(form: Form, pairs: Pairs, rng: Random) -> Composed:
    """The path, headers and body that send these fields; sometimes encoded or cut off as no browser does it."""
    action = urlsplit(form.action).path if form.method == "GET" else form.action
    if form.method == "GET":
        return f"{action}?{_urlencoded(pairs)[:40_000]}", {}, b""
    # As whole as that of a page: before the secret of the cookie its mask, which changes nothing.
    token = (
        [(b"csrfmiddlewaretoken", form.token.rjust(CSRF_TOKEN_LENGTH, "a").encode())]
        if form.token
        else []
    )
    pairs = [*pairs, *token] if rng.random() < 0.97 else pairs
    if form.is_multipart or rng.random() < 0.05:
        kind, body = MULTIPART, _multipart(pairs, rng)
    else:
        kind, body = URLENCODED, _urlencoded(pairs).encode()
    odd = rng.random()
    if odd < 0.03:
        kind = rng.choice(hostile.CONTENT_TYPES)
    elif odd < 0.06:
        body = body[: rng.randrange(len(body) + 1)]
    elif odd < 0.07:
        body = rng.randbytes(rng.randrange(2_000))
    elif odd < 0.08:
        body = b"&".join(b"a%d=" % number for number in range(rng.choice((900, 9_000))))
    return action, {"content-type": kind}, body[:MOST]


def _urlencoded(pairs: Pairs) -> str:
    return "&".join(f"{quote_plus(name)}={quote_plus(given)}" for name, given in pairs)


def _multipart(pairs: Pairs, rng: Random) -> bytes:
    parts = []
    for name, given in pairs:
        file = (
            b'; filename="' + hostile.value(rng)[:60].replace(b'"', b"") + b'"'
            if rng.random() < 0.1
            else b""
        )
        head = (
            b'Content-Disposition: form-data; name="'
            + name.replace(b'"', b"%22")
            + b'"'
            + file
        )
        odd = b"\r\nContent-Transfer-Encoding: base64" if rng.random() < 0.02 else b""
        parts.append(b"--noise\r\n" + head + odd + b"\r\n\r\n" + given + b"\r\n")
    end = b"--noise--\r\n" if rng.random() < 0.95 else b""
    return b"".join(parts) + end
