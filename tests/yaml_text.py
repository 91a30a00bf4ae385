"""YAML by libyaml where it is there: pure Python takes longer to write little games than checks take."""

from __future__ import annotations

from typing import Any

import yaml

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


def load(text: str) -> Any:
    """Return what a YAML text holds."""
    return yaml.load(text, Loader=_LOADER)


def dump(value: object) -> str:
    """Return a value as YAML, keys in their order."""
    return str(yaml.dump(value, Dumper=_DUMPER, sort_keys=False, allow_unicode=True, width=200))
