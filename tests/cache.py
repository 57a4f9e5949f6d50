"""The folder of things that test processes make once and keep, for each other and for the next run."""

from pathlib import Path

CACHE = Path(__file__).resolve().parent.parent / ".cache"
