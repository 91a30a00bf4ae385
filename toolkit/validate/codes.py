"""Codes that this package gives, as the list of all findings shows them."""

from __future__ import annotations

from collections.abc import Mapping

from toolkit.validate.catalog import CHECKS
from toolkit.validate.readers import OWN

VALIDATE_CODES: Mapping[str, str] = {
    **OWN,
    **{code: check.summary for code, check in CHECKS.items() if check.run is not None},
}
