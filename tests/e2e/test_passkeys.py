"""Passkeys in a browser with Chromium's own authenticator, over HTTPS and under a name, as in a club."""

from base64 import b64encode
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from clubscore.members.invitations.queries import token_of
from clubscore.members.invitations.services import invite
from clubscore.members.models import Member, Passkey
from clubscore.members.roles import Role
from tests.e2e.browser import BrowserThread, StandIn, be_patient, expect
from tests.e2e.conftest import PATIENCE
from tests.factories import PASSWORD, member
from tests.live_server import AsgiServer

NAME = "club.example"
# As a phone has it: it keeps keys that are found without a name, and its lock is opened when it asks.
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Certificate(NamedTuple):
    file: Path
    fingerprint: str
    """The fingerprint of the public key, in the form that Chromium wants."""


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
    )
    made = (
        made.serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
    )
    made = made.add_extension(
        x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False
    )
    coded, kept = serialization.Encoding, serialization.PrivateFormat.PKCS8
    file = tmp_path_factory.mktemp("https") / "club.pem"
    secret = key.private_bytes(coded.PEM, kept, serialization.NoEncryption())
    file.write_bytes(secret + made.sign(key, hashes.SHA256()).public_bytes(coded.PEM))
    public = key.public_key().public_bytes(
        coded.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return Certificate(file, b64encode(sha256(public).digest()).decode())


@pytest.fixture(scope="module")
def browser(chromium: str, certificate: Certificate) -> Iterator[BrowserThread]:
    be_patient(PATIENCE)
    rules = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
    browser = BrowserThread(
        chromium,
        rules,
        f"--ignore-certificate-errors-spki-list={certificate.fingerprint}",
    )
    yield browser
    browser.stop()


@pytest.fixture
def server(
    transactional_db: None, settings: Any, certificate: Certificate
) -> Iterator[str]:
    server = AsgiServer(certificate=certificate.file)
    server.start()
    address = f"https://{NAME}:{server.port}"
    settings.HTTPS, settings.ALLOWED_HOSTS, settings.CSRF_TRUSTED_ORIGINS = (
        True,
        [NAME],
        [address],
    )
    yield address
    server.stop()


@pytest.fixture
def anna(transactional_db: None) -> Member:
    return member("Anna Weiss", password=PASSWORD)


def with_lock(page: StandIn) -> StandIn:
    """Give the page's browser a virtual authenticator with a screen lock, and return the page."""
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return page


def sign_out(page: StandIn) -> None:
    page.locator("details.me summary").click()
    page.get_by_role("button", name="Sign out").click()


def test_a_member_makes_a_passkey_and_signs_in_by_it(
    open_page: Callable[..., Any], anna: Member
):
    phone = with_lock(open_page(member=anna, width=360, height=740))
    phone.goto("/members/me/")
    phone.get_by_role("link", name="My passkeys").click()
    phone.get_by_label("Your password").fill("a guess")
    phone.get_by_role("button", name="Use this device’s lock").click()
    expect(phone.get_by_role("alert")).to_have_text(
        "That is not your password: type it again."
    )
    phone.get_by_label("Your password").fill(PASSWORD)
    phone.get_by_role("button", name="Use this device’s lock").click()
    expect(
        phone.get_by_text("from now on this device’s lock signs you in")
    ).to_be_visible()
    expect(phone.get_by_role("link", name="Chrome on Linux")).to_be_visible()

    sign_out(phone)
    phone.goto("/sign-in/?next=/ledger/")
    phone.get_by_role("button", name="Sign in with this phone’s lock").click()
    phone.wait_for_url("**/ledger/")
    expect(phone.get_by_text("AW", exact=True)).to_be_visible()
    assert Passkey.objects.get().sign_count > 0


def test_a_member_joins_by_the_lock_of_the_phone_and_needs_no_password(
    open_page: Callable[..., Any],
    obstacles: Callable[[Any], list[str]],
    transactional_db: None,
):
    ruth = member("Ruth Abel", role=Role.ADMIN)
    tom = Member.objects.create(name="Tom Byrne", joined_at=ruth.joined_at)
    link = f"/join/{token_of(invite(member=tom, by=ruth, now=datetime.now(UTC)))}/"
    phone = with_lock(open_page(width=360, height=740))
    phone.goto(link)
    assert obstacles(phone) == []
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
    phone.get_by_role("button", name="No password: use this phone’s lock").click()
    expect(phone.get_by_text("Welcome, Tom. You sign in as tom.")).to_be_visible()
    sign_out(phone)
    phone.get_by_role("button", name="Sign in with this phone’s lock").click()
    expect(phone.get_by_text("TB", exact=True)).to_be_visible()


def test_a_device_without_a_passkey_says_so_and_the_password_is_still_there(
    open_page: Callable[..., Any], obstacles: Callable[[Any], list[str]], anna: Member
):
    phone = with_lock(open_page(width=360, height=740))
    phone.goto("/sign-in/")
    assert obstacles(phone) == []
    phone.get_by_role("button", name="Sign in with this phone’s lock").click()
    expect(phone.get_by_role("alert")).to_contain_text("Nothing was done")
    phone.get_by_label("Sign-in name").fill("anna-weiss")
    phone.get_by_label("Password", exact=True).fill(PASSWORD)
    phone.get_by_role("button", name="Sign in", exact=True).click()
    expect(phone.get_by_text("AW", exact=True)).to_be_visible()


def test_without_scripts_no_button_leads_nowhere(
    open_page: Callable[..., Any], anna: Member
):
    page = open_page("/sign-in/", scripts=False)
    expect(page.get_by_role("button", name="Sign in")).to_have_count(1)
    page = open_page("/members/me/passkeys/", member=anna, scripts=False)
    expect(
        page.get_by_text("This browser makes no passkeys, or runs no scripts.")
    ).to_be_visible()
