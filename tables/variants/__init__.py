"""The games. Each module here holds one `VARIANT`, or several `VARIANTS`; a new game is a new file."""

import importlib
import pkgutil
from types import ModuleType
from typing import Any

from tables.game import registry
from tables.game.base import Variant


def _held(module: ModuleType) -> tuple[Variant[Any], ...]:
    return getattr(module, "VARIANTS", None) or (module.VARIANT,)


VARIANTS = tuple(
    variant
    for module in pkgutil.iter_modules(__path__)
    for variant in _held(importlib.import_module(f"{__name__}.{module.name}"))
)
for _variant in VARIANTS:
    registry.register(_variant)
