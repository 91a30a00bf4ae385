"""Every source file names its schema for editors, and fits it; every schema is one."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from toolkit.source.document import read_text
from toolkit.source.reading import read_document

ROOT = Path(__file__).resolve().parents[4]
FILES = sorted((ROOT / "source_data" / "gj47").rglob("*.yaml"))
SCHEMAS = sorted((ROOT / "schema").glob("*.schema.json"))
MODELINE = re.compile(r"# yaml-language-server: \$schema=(\S+)\n")


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_there_are_files() -> None:
    assert {"counters", "charts", "setups", "map"} <= {file.parent.name for file in FILES}


@pytest.mark.parametrize("file", FILES, ids=name)
def test_modeline_and_schema(file: Path) -> None:
    match = MODELINE.match(read_text(file))
    assert match is not None
    schema = (file.parent / match[1]).resolve()
    assert schema in SCHEMAS
    read_document(file, schema.name)


@pytest.mark.parametrize("schema", SCHEMAS, ids=name)
def test_schemas_are_schemas(schema: Path) -> None:
    content = json.loads(schema.read_text(encoding="utf-8"))
    assert content["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert content["$id"].endswith(f"/{schema.name}")
    Draft202012Validator.check_schema(content)
