"""Simulates a power cut in this process: from that moment on no file can be changed, not even to clean up."""

import io
import os
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from typing import Any

import pytest

CHANGES = (
    (os, ("mkdir", "remove", "rename", "replace", "rmdir", "unlink")),
    (sqlite3, ("connect",)),
    (subprocess, ("Popen",)),
)
FOR_WRITING = os.O_WRONLY | os.O_RDWR


class PowerCut(BaseException):
    """The simulated power cut. As a BaseException it passes the code that answers ordinary errors."""


class Power:
    """Counts changes made to files. Raises PowerCut before change number `cut_at`, counted from 1, and later ones."""

    def __init__(self, cut_at: int) -> None:
        self.cut_at = cut_at
        self.done = 0

    @property
    def is_cut(self) -> bool:
        return self.done >= self.cut_at

    def spend(self) -> None:
        self.done += 1
        if self.is_cut:
            raise PowerCut


@contextmanager
def cut_at(number: int) -> Iterator[Power]:
    """In the block, the power ends before file change number `number`; the PowerCut ends the block and no more."""
    power = Power(number)
    with pytest.MonkeyPatch.context() as patch, suppress(PowerCut):
        for module, names in CHANGES:
            for name in names:
                patch.setattr(module, name, _spending(power, getattr(module, name)))
        patch.setattr(os, "open", _spending(power, os.open, only_if=_opens_for_writing))
        patch.setattr(io, "open", _spending(power, io.open, only_if=_writes))
        yield power


def _spending(
    power: Power,
    act: Callable[..., Any],
    *,
    only_if: Callable[..., bool] = lambda *_, **__: True,
) -> Any:
    @wraps(act)
    def spend(*args: Any, **named: Any) -> Any:
        if only_if(*args, **named):
            power.spend()
        return act(*args, **named)

    return spend


def _opens_for_writing(path: Any, flags: int, *_: Any, **__: Any) -> bool:
    return bool(flags & FOR_WRITING)


def _writes(file: Any, mode: str = "r", *_: Any, **__: Any) -> bool:
    return bool(set(mode) & set("wax+"))
