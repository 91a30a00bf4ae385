"""Finding codes of the real engine's verdicts, and what they mean."""

from __future__ import annotations

from collections.abc import Mapping

ENGINE_CODES: Mapping[str, str] = {
    # The engine itself: not the module's fault
    "ENG001": "The engine was not run: something that it needs is missing.",
    "ENG002": "The engine gave no answer in time; a picture of its screen was taken.",
    "ENG003": "The engine refused what it was asked to do.",
    "ENG004": "The engine ended before its time.",
    "ENG005": "The module does not say which VASSAL it needs, or in a way that cannot be read.",
    "ENG006": "The module was written for a newer VASSAL than this engine.",
    # Opening
    "ENG010": "The engine failed with an error.",
    "ENG011": "The engine reported bad data.",
    "ENG012": "The engine asked or told something in a dialog that nobody expects.",
    "ENG013": "A picture that the module names is not in it.",
    "ENG014": "The engine warned in its chat.",
    # Set-ups
    "ENG020": "A set-up puts no piece on the table.",
    "ENG021": "A set-up leaves a question to the players.",
    "ENG022": "A game that was saved and loaded again is not the same.",
    # Hexes
    "ENG030": "The engine calls the centre of one of our hexes by another number.",
    "ENG031": "The engine snaps a pixel into another hex than the module's own data.",
    "ENG032": "The module carries no data of ours: its hexes are not compared.",
    "ENG033": "The map that the module's data speaks of is not there.",
    "ENG034": "The map's picture has another size than the module's data says.",
    "ENG035": "The engine calls a place of an area game by another name, or pieces do not stay there.",
    # Refreshing and extensions
    "ENG040": "Refresh Counters loses or moves pieces.",
    "ENG041": "Refresh Predefined Setups loses or moves pieces.",
    "ENG042": "Refresh Counters does not reach every piece; often two slots have one gpid.",
    "ENG043": "The order inside stacks changes.",
    "ENG050": "An extension does not load.",
    "ENG051": "With the extension a set-up is not the same.",
    # Logs
    "ENG060": "A plan of recorded play asks for something that cannot be done.",
    "ENG061": "A log replayed by the engine ends on another table than our reader's.",
    "ENG062": "A piece, its place or a value differs between the engine and our reader.",
    # Expressions
    "ENG070": "An expression takes so long that players notice.",
    "ENG071": "An expression has no end in sight: VASSAL freezes where it is needed.",
    "ENG080": "A player's hand finds nothing to click, drag or choose where there should be something.",
}
