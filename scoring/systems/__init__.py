"""The systems of scoring, by name. Every module or package in here that has a ``SYSTEM`` is one."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any, Final

from scoring.systems.base import System


def _found() -> dict[str, System[Any]]:
    modules = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]
    systems: list[System[Any]] = [module.SYSTEM for module in modules if hasattr(module, "SYSTEM")]
    return {system.name: system for system in sorted(systems, key=lambda system: system.name != DEFAULT)}


DEFAULT: Final = "contract"
SYSTEMS: Final[Mapping[str, System[Any]]] = MappingProxyType(_found())
