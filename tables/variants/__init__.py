"""The games. Each module here holds its `VARIANT`, or its `VARIANTS` where it is more than one game; a new game is a
new file.
"""

import importlib
import pkgutil

from tables.game import registry

_modules = [importlib.import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__)]
VARIANTS = tuple(
    variant
    for module in _modules
    for variant in (module.VARIANTS if hasattr(module, "VARIANTS") else (module.VARIANT,))
)
for _variant in VARIANTS:
    registry.register(_variant)
