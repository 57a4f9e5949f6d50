"""What the version before has."""

from importlib import import_module

Migration = import_module("clubscore.hands.migrations.0001_first").Migration
