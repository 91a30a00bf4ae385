"""Every finding code of imported modules, and what it means."""

from __future__ import annotations

from collections.abc import Mapping

IMPORT_CODES: Mapping[str, str] = {
    "IMP001": "The folder to import into holds files already.",
    "IMP002": "A trait that nobody knows, or a value that does not fit its field.",
    "IMP003": "A part names a counter, prototype, board or part that is in no file, or two have one id.",
    "IMP004": "A set-up names a place that its table of places does not have.",
    "IMP005": "A set-up could not be taken apart and is kept as the file it was.",
    "IMP006": "A file that the sources name, such as a picture, is missing.",
    "IMP007": "The board named as a scan is not there, or has no picture or no hex grid.",
    "IMP008": "A link, pipe or device among the files that go into the module.",
}
