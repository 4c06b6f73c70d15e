"""The games. Each module here holds one `VARIANT`; a new game is a new file."""

import importlib
import pkgutil

from tables.game import registry

VARIANTS = tuple(
    importlib.import_module(f"{__name__}.{module.name}").VARIANT for module in pkgutil.iter_modules(__path__)
)
for _variant in VARIANTS:
    registry.register(_variant)
