"""What a page holds, as its script reads it."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any


def unpacked(html: str) -> dict[str, Any]:
    """Return the data in a page."""
    start = html.index('id="data">') + len('id="data">')
    content = base64.b64decode(html[start : html.index("<", start)])
    found: dict[str, Any] = json.loads(zlib.decompress(content))
    return found
