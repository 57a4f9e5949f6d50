"""The hasher of Clubscore's passwords and PINs, which suits a server with little memory."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class FrugalArgon2PasswordHasher(Argon2PasswordHasher):
    """A password hasher that needs less memory than Django's: Argon2id with OWASP's smaller setting.

    Django's setting takes 100 MiB for each hash. That is too much for a small server when many members sign in at once.
    """

    time_cost = 2
    memory_cost = 19_456  # KiB
    parallelism = 1
