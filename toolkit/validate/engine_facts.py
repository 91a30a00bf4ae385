"""Facts about VASSAL that the checks of modules rest on.

Names and numbers only, taken from the engine's public sources at the tags 3.2.17, 3.3.0, 3.4.0, 3.5.0, 3.6.0,
3.7.0, 3.7.26 and 3.8.0-beta1.
"""

from __future__ import annotations

from collections.abc import Mapping

# Properties that the engine itself gives to pieces, decks, maps, the module, reports and prompts.
_PROPERTIES = """
    ActivePlayer AttachCount AttachList AttachName BasicName CannotMove ClickedX ClickedY CurrentBoard
    CurrentLanguage CurrentLanguageName CurrentMap CurrentMat CurrentMatBasicName CurrentMatBoard
    CurrentMatID CurrentMatLocationName CurrentMatMap CurrentMatOffsetX CurrentMatOffsetY
    CurrentMatPieceName CurrentMatProp0 CurrentMatProp1 CurrentMatProp2 CurrentMatProp3 CurrentMatProp4
    CurrentMatProp5 CurrentMatProp6 CurrentMatProp7 CurrentMatProp8 CurrentMatProp9 CurrentMatX
    CurrentMatY CurrentMatZone CurrentX CurrentY CurrentZone DeckName DeckPosition DialogInput
    DrawingMouseover DrawingMouseoverIndex IgnoreGrid Image Immobile Inner Invisible
    InvisibleDisableAutoReportMoves InvisibleToOthers IsCargo KeyCommands LastDie LocalizedBasicName
    LocalizedPieceName LocationName MatContents MatID MatName MatNumCargo MaybeMoved ModuleDescription
    ModuleGameFileName ModuleName ModuleOther1 ModuleOther2 ModuleVersion Moved NoStack Obscured
    ObscuredPreDraw ObscuredToOthers OldBoard OldDeckName OldLocationName OldMap OldMat OldMatBasicName
    OldMatID OldMatOffsetX OldMatOffsetY OldMatPieceName OldX OldY OldZone Outer ParentID PieceId
    PieceName PieceUID PlayerId PlayerName PlayerSide RealName Region Restricted RestrictedMovement
    SecretName Selected ShowAll StackPos StackSize UiPieceCount UiPieceIndex UniqueID Unit
    UseUnrotatedShape VassalVersion VassalVersionCreated VassalVersionRunning VisibleState activePlayer
    addToTotal boardName checkLOS choice command commandName count cycle deckName fromLocation
    gridLocation heading hiddenBy index keepCount label level location mapName mapScale menuCommand
    mouseOverUnitTotal moveFromLocation nDice nSides name newPieceName newTurn newValue numPieces
    numericalTotal obs oldContinuation oldLocation oldMapName oldPieceName oldTurn oldValue pieceCount
    pieceName playerId playerName playerSide plus previousLocation previousMap range report result
    result1 result2 result3 result4 result5 result6 scale seenNumber snapped sum sum_property
    summaryPieceFilter times toLocation value zoneName
    """
ENGINE_PROPERTIES: frozenset[str] = frozenset(_PROPERTIES.split())

# Traits by the first release series that reads them; all others are as old as 3.2.
TRAIT_SINCE: Mapping[str, tuple[int, int]] = {
    "menuSeparator;": (3, 4),
    "deselect;": (3, 5),
    "basicName;": (3, 6),
    "locmsg;": (3, 6),
    "mat;": (3, 6),
    "matPiece;": (3, 6),
    "nonRect2;": (3, 6),
    "attach;": (3, 7),
    "border;": (3, 7),
    "cmt;": (3, 7),
    "locCommand;": (3, 7),
    "setpieceprop;": (3, 7),
}

# Components by the first release series that knows their class.
CLASS_SINCE: Mapping[str, tuple[int, int]] = {
    "VASSAL.build.module.ChessClockControl": (3, 5),
    "VASSAL.build.module.chessclockcontrol.ChessClock": (3, 5),
    "VASSAL.build.module.documentation.BrowserPDFFile": (3, 5),
    "VASSAL.build.module.map.Flare": (3, 5),
    "VASSAL.build.module.folder.DeckSubFolder": (3, 6),
    "VASSAL.build.module.folder.GlobalPropertyFolder": (3, 6),
    "VASSAL.build.module.folder.MapSubFolder": (3, 6),
    "VASSAL.build.module.folder.ModuleSubFolder": (3, 6),
    "VASSAL.build.module.folder.PrototypeFolder": (3, 6),
    "VASSAL.build.module.map.MoveCameraButton": (3, 6),
    "VASSAL.build.module.map.deck.DeckKeyCommand": (3, 6),
    "VASSAL.build.module.map.deck.DeckSendKeyCommand": (3, 6),
    "VASSAL.build.module.map.deck.DeckSortKeyCommand": (3, 6),
    "VASSAL.build.module.map.deck.SortParameter": (3, 6),
    "VASSAL.build.module.properties.GlobalTranslatableMessage": (3, 6),
    "VASSAL.build.module.properties.GlobalTranslatableMessages": (3, 6),
    "VASSAL.build.module.properties.BooleanScenarioProperty": (3, 7),
    "VASSAL.build.module.properties.ListScenarioProperty": (3, 7),
    "VASSAL.build.module.properties.NumberScenarioProperty": (3, 7),
    "VASSAL.build.module.properties.StringScenarioProperty": (3, 7),
    "VASSAL.build.module.properties.ScenarioOptions": (3, 7),
    "VASSAL.build.module.properties.ScenarioPropertiesOptionTab": (3, 7),
    "VASSAL.build.module.map.boardPicker.board.mapgrid.ObliqueHexGridNumbering": (3, 8),
}


def release(version: str) -> tuple[int, int] | None:
    """Return the release series of a version text, ``"3.7.9-beta2"`` as ``(3, 7)``; None for no version."""
    numbers = version.split("-", 1)[0].split(".")
    if len(numbers) < 2 or not (numbers[0].isdecimal() and numbers[1].isdecimal()):
        return None
    return int(numbers[0]), int(numbers[1])
