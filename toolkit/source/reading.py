"""Reading one source file: text → plain data with positions → checked against its schema."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from toolkit.diagnostics import InputError
from toolkit.source.document import Document, parse_yaml, read_text
from toolkit.source.json_text import parse_json
from toolkit.source.schema import check_schema

_JSON_SUFFIXES = frozenset({".json", ".geojson"})


def read_document(path: Path, schema: str | None = None, *, any_character: bool = False) -> Document:
    """Read a YAML, JSON or GeoJSON file and check it against a schema.

    Parameters
    ----------
    path : Path
        ``.json`` and ``.geojson`` are read as JSON, everything else as YAML.
    schema : str, optional
        File name in the ``schema`` folder; no check when left out.
    any_character : bool
        Let YAML hold control characters as well: commands of VASSAL do.

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
    is_json = path.suffix.lower() in _JSON_SUFFIXES
    try:
        return replace(_sound(text, is_json, schema, any_character), file=file)
    except InputError:
        # Said again with the file's name.
        return _read(text, file, is_json, schema, any_character)


def _read(text: str, file: str, is_json: bool, schema: str | None, any_character: bool) -> Document:
    document = parse_json(text, file) if is_json else parse_yaml(text, file, any_character=any_character)
    if schema is not None:
        check_schema(document, schema)
    return document


@lru_cache(maxsize=512)
def _sound(text: str, is_json: bool, schema: str | None, any_character: bool) -> Document:
    """Read a text without faults: two revisions of a game, or two readings of a watched one, differ in few
    files.  Nobody changes a document's data: errata work on a copy.
    """
    return _read(text, "", is_json, schema, any_character)
