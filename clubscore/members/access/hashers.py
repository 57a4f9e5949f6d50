"""The password hasher."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class FrugalArgon2PasswordHasher(Argon2PasswordHasher):
    """Argon2id with OWASP's smaller setting: with Django's 100 MiB a hash, a queue of sign-ins eats a small server."""

    time_cost = 2
    memory_cost = 19_456  # KiB
    parallelism = 1
