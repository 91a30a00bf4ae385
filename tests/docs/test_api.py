"""docs/api.md: the public interface is there, typed and documented."""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
NAMES = re.findall(r"^\.\. auto(?:function|class):: (\S+)", PAGE, re.MULTILINE)


@pytest.mark.parametrize("name", NAMES)
def test_a_public_name_is_documented_and_typed(name: str) -> None:
    module, _, member = name.rpartition(".")
    value = getattr(importlib.import_module(module), member)
    assert inspect.getdoc(value)
    if inspect.isfunction(value):
        untyped = [p.name for p in inspect.signature(value).parameters.values() if p.annotation is p.empty]
        assert untyped == []
        assert inspect.signature(value).return_annotation is not inspect.Signature.empty
