"""The systems of scoring, by name. Every module or package in here that has a ``SYSTEM`` adds a system."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any, Final

from scoring.systems.base import System


def _by_name() -> dict[str, System[Any]]:
    """The systems of this package by name, the default system first."""
    systems: list[System[Any]] = []
    for submodule in iter_modules(__path__):
        module = import_module(f"{__name__}.{submodule.name}")
        if hasattr(module, "SYSTEM"):
            systems.append(module.SYSTEM)
    systems.sort(key=lambda system: system.name != DEFAULT)
    return {system.name: system for system in systems}


DEFAULT: Final = "contract"
SYSTEMS: Final[Mapping[str, System[Any]]] = MappingProxyType(_by_name())
