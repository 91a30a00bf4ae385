"""The module that most tests of declared audits play with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.declared.table import MOSCOW
from tests.violations.declared import write_module


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the module of Battle for Moscow, without pictures."""
    return write_module(MOSCOW, tmp_path_factory.mktemp(MOSCOW))
