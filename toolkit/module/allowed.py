"""What a module may use: ``allowed.yaml``, by version of VASSAL.  A test walks the built files with it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from toolkit.resources import own_table

_TABLES = {
    version: {name: tuple(attributes.split()) for name, attributes in table.items()}
    for version, table in own_table(Path(__file__).with_suffix(".yaml")).items()
}
COMPONENTS: Mapping[str, tuple[str, ...]] = MappingProxyType(_TABLES["3.6.0"])
"""Full class name (or plain element) → attributes its buildFile element may have."""
RECENT_COMPONENTS: Mapping[str, tuple[str, ...]] = MappingProxyType(_TABLES["3.7.26"])
"""What 3.7.26 knows beside them, for modules that ask for it."""
