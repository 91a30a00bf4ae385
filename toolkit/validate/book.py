"""The registry that check modules write themselves into; `toolkit.validate.catalog` has it filled."""

from __future__ import annotations

from toolkit.validate.registry import Registry

CHECKS = Registry()
