"""The page: one HTML file with everything in it, opened from disk, that loads and sends nothing.

The data stand in it compressed, so no text of theirs is markup; the page's policy lets its own script run, by
its hash, and nothing else.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from toolkit import __version__
from toolkit.diagnostics.files import plain
from toolkit.rules.sums import terms

SCRIPTS = ("words.js", "model.js", "board.js", "finding.js", "numbers.js", "page.js")
"""In the order in which they run."""


def page(data: Mapping[str, Any], *, title: str) -> str:
    """Return the page of `toolkit.report.data.page_data`.

    Parameters
    ----------
    title : str
        Of the document.
    """
    script = "\n".join(_text(name).replace('"use strict";\n', "", 1) for name in SCRIPTS)
    words = json.loads(_text("words.json")) | {f"~{term}": names for term, names in terms().items()}
    for name, values in (("__WORDS__", words), ("__REASONS__", json.loads(_text("reasons.json")))):
        script = script.replace(f'"{name}"', json.dumps(_json(values), ensure_ascii=False))
    script = f'"use strict";\n{script}'
    style = _text("report.css")
    body = _text("body.html").replace("__VERSION__", escape(__version__))
    return "\n".join(
        (
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(_policy(script, style))}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            '<meta name="referrer" content="no-referrer">',
            f"<title>{escape(title)}</title>",
            f"<style>{style}</style>",
            "</head>",
            "<body>",
            body,
            f'<script type="application/octet-stream" id="data">{packed(data)}</script>',
            f"<script>{script}</script>",
            "</body>",
            "</html>",
            "",
        )
    )


def packed(data: Mapping[str, Any]) -> str:
    """Return JSON values as zlib's stream in base64, the same text for the same values."""
    return base64.b64encode(zlib.compress(plain(_json(data)).encode("utf-8"), 9)).decode()


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _policy(script: str, style: str) -> str:
    return (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode()}"


@cache
def _text(name: str) -> str:
    return (files("toolkit.report") / "page" / name).read_text(encoding="utf-8")
