"""The state of the database in the old version."""

from importlib import import_module

Migration = import_module("clubscore.hands.migrations.0001_first").Migration
