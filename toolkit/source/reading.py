"""Reading one source file: text → plain data with positions → checked against its schema."""

from __future__ import annotations

from pathlib import Path

from toolkit.source.document import Document, parse_yaml, read_text
from toolkit.source.json_text import parse_json
from toolkit.source.schema import check_schema

_JSON_SUFFIXES = frozenset({".json", ".geojson"})


def read_document(path: Path, schema: str | None = None) -> Document:
    """Read a YAML, JSON or GeoJSON file and check it against a schema.

    Parameters
    ----------
    path : Path
        ``.json`` and ``.geojson`` are read as JSON, everything else as YAML.
    schema : str, optional
        File name in the ``schema`` folder; no check when left out.

    Returns
    -------
    Document
        Plain data and the line and column of each node.

    Raises
    ------
    InputError
        SRC001–SRC011: every fault of the file that can be known at this point.
    """
    text = read_text(path)
    file = path.as_posix()
    document = parse_json(text, file) if path.suffix.lower() in _JSON_SUFFIXES else parse_yaml(text, file)
    if schema is not None:
        check_schema(document, schema)
    return document
