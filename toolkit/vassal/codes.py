"""Finding codes of VASSAL files, and what each means to the person whose file it is.

Codes are never reused.  A test fails when a code is used that has no entry here, or the other way round.
"""

from __future__ import annotations

from collections.abc import Mapping

VASSAL_CODES: Mapping[str, str] = {
    "LOG001": "The wrapping of the saved game is broken: cut short, or a byte that cannot stand there.",
    "LOG002": "Metadata (moduledata, savedata, extensiondata) that is no XML.",
    "LOG003": "Not a VASSAL file, a broken or encrypted archive, or one larger than is read.",
    "LOG004": "The file holds no saved game: a module or an extension where a save or log is meant.",
    "LOG005": "An entry whose name leaves the folder it is unpacked in; it is ignored.",
    "LOG006": "Two entries of one name; the last one counts, as in the engine.",
    "LOG007": "An entry to be written whose name leaves the folder it is unpacked in, or is none at all.",
    "LOG010": "A command that breaks its family's form; it is kept as it is and the rest is read.",
    "LOG011": "Pieces whose innermost part is no basic piece: the engine cannot make them.",
    "LOG012": "Commands or sequences in a form of later engines: kept as they are, not read.",
    "LOG013": "A file of a later engine than any whose files are known; it is read as far as that goes.",
    "LOG020": "The module's buildFile is no well-formed XML, or declares entities.",
    "LOG021": "The archive or folder holds no buildFile: it is no module.",
    "LOG022": "An SVG picture that is no XML; its size counts as unknown.",
    "LOG030": "A copy made by scrub holds what is worth a look: commands of the module's own classes, or "
    "an id that is also a word of the module and so stays where it does not name the player.",
    "LOG031": "Broken commands that may name players; the copy made by scrub holds them emptied.",
    "LOG032": "The file cannot be rewritten without a player's id in it; no copy is made.",
}
