"""The one registry, filled: import this to have all checks."""

from __future__ import annotations

from toolkit.validate.registry import Registry

__all__ = ["CHECKS"]

CHECKS = Registry()
