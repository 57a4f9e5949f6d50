"""The systems of scoring, one module each. A module in this package with a SYSTEM joins by being there."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Final

from scoring.systems.protocol import System


def _found() -> dict[str, System]:
    modules = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]
    systems: list[System] = [module.SYSTEM for module in modules if hasattr(module, "SYSTEM")]
    return {system.name: system for system in sorted(systems, key=lambda system: system.name != DEFAULT)}


DEFAULT: Final = "contract"
SYSTEMS: Final[Mapping[str, System]] = MappingProxyType(_found())
