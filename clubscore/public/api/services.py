"""Makes and revokes the tokens by which programs read the API, and stores the time of their use."""

from datetime import datetime, timedelta

from clubscore.database.write_lock import write_transaction
from clubscore.members.models import Member
from clubscore.public.models import ApiToken
from clubscore.public.tokens import digest_of, new_api_secret

NOTED_EVERY = timedelta(minutes=10)


def make_token(*, name: str, has_full_names: bool, by: Member, now: datetime) -> str:
    """Make a token for a program. Returns the token's secret, of which only a hash is stored."""
    secret = new_api_secret()
    with write_transaction():
        ApiToken.objects.create(
            name=name,
            digest=digest_of(secret),
            has_full_names=has_full_names,
            made_by=by,
            made_at=now,
        )
    return secret


def revoke_token(*, token: ApiToken, by: Member, now: datetime) -> None:
    """Revoke a token: programs can no longer read the API with it."""
    with write_transaction():
        ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(
            revoked_at=now, revoked_by=by
        )


def note_use(*, token: ApiToken, now: datetime) -> None:
    """Store the time of this use of the token, at most once in NOTED_EVERY, so that few reads cause a write."""
    if token.last_used_at and abs(now - token.last_used_at) < NOTED_EVERY:
        return
    with write_transaction():
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
