"""The examples of docs/source_format.md are what the schema allows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from toolkit.source.document import parse_yaml
from toolkit.source.schema import check_schema

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "source_format.md").read_text(encoding="utf-8")
BLOCKS = [
    block for block in re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL) if not block.startswith("# yaml-")
]


def test_there_are_examples_of_every_section() -> None:
    sections = ("towns", "rivers", "links", "areas", "terrain", "hexsides", "marks", "hex_overrides")
    sections += ("side_overrides",)
    for section in sections:
        assert any(block.startswith(f"{section}:") or f"\n{section}:" in block for block in BLOCKS), section


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.split(":")[0])
def test_each_example_fits_the_schema(block: str) -> None:
    text = block.replace("- …", "- {lat: 0, lon: 0}\n        - {lat: 45.22, lon: 37.32}")
    if "provenance:" not in text.splitlines()[0]:
        text = "provenance: {kind: invented}\n" + text
    check_schema(parse_yaml(text, "example.yaml"), "map.schema.json")
