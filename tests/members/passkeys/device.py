"""A simulated device with passkeys: it signs its answers as a phone does, with the attestation "none"."""

import hashlib
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, NEW_KEY = 0x01, 0x04, 0x40
ORIGIN = "https://club.example"


def to_text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def from_text(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Device:
    """A device with one passkey. It counts its signatures unless `counts` is False, as on phones that share keys."""

    number: bytes = b"a key of a device"
    counts: bool = True
    opens_lock: bool = True
    origin: str = ORIGIN
    key: Any = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    handle: str = ""
    count: int = 0

    def make(self, options: dict[str, Any]) -> str:
        """The device's answer, as JSON, to the options for making a new passkey."""
        self.handle = options["user"]["id"]
        number = len(self.number).to_bytes(2, "big") + self.number
        point = self.key.public_key().public_numbers()
        public = {
            1: 2,
            3: -7,
            -1: 1,
            -2: point.x.to_bytes(32, "big"),
            -3: point.y.to_bytes(32, "big"),
        }
        data = (
            self._data(options["rp"]["id"], NEW_KEY)
            + bytes(16)
            + number
            + cbor2.dumps(public)
        )
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options)
        return self._answer(
            clientDataJSON=to_text(client), attestationObject=to_text(attested)
        )

    def use(self, options: dict[str, Any], **changed: str) -> str:
        """The device's answer, as JSON, to the options for signing in; `changed` replaces parts of it."""
        self.count += self.counts
        data, client = (
            self._data(options["rpId"], 0),
            self._client("webauthn.get", options),
        )
        signed = self.key.sign(
            data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256())
        )
        response = {
            "clientDataJSON": to_text(client),
            "authenticatorData": to_text(data),
            "signature": to_text(signed),
            "userHandle": self.handle,
        }
        return self._answer(**response | changed)

    def _data(self, site: str, flags: int) -> bytes:
        flags |= PRESENT | (VERIFIED if self.opens_lock else 0)
        return (
            hashlib.sha256(site.encode()).digest()
            + bytes([flags])
            + self.count.to_bytes(4, "big")
        )

    def _client(self, what: str, options: dict[str, Any]) -> bytes:
        return json.dumps(
            {"type": what, "challenge": options["challenge"], "origin": self.origin}
        ).encode()

    def _answer(self, **response: str) -> str:
        number = to_text(self.number)
        return json.dumps(
            {"id": number, "rawId": number, "type": "public-key", "response": response}
        )
