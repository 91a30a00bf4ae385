"""What a module may use: every component, attribute, trait and expression here exists in VASSAL 3.6.0.

Read off ``getAttributeNames`` of the component classes and the ``ID`` constants of the trait classes at tag
3.6.0 of the engine's repository.  A test walks the built files with these lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# A class on a line of its own, its attributes on the indented lines under it.
_TABLE = """
VASSAL.build.GameModule
    name version description ModuleOther1 ModuleOther2 VassalVersion nextPieceSlotId
VASSAL.build.module.BasicCommandEncoder
VASSAL.build.module.Documentation
VASSAL.build.module.documentation.AboutScreen
    title fileName
VASSAL.build.module.documentation.HelpFile
    title fileName image fileType
VASSAL.build.module.PlayerRoster
    description buttonText buttonToolTip buttonIcon buttonKeyStroke
entry
option
    name
setup
VASSAL.build.module.GlobalOptions
    nonOwnerUnmaskable promptString autoReport playerIdFormat chatterHTMLSupport hotKeysOnClosedWindows
    inventoryForAll sendToLocationMoveTrails
VASSAL.build.module.Map
    mapName description markMoved markUnmovedText markUnmovedTooltip markUnmovedIcon markUnmovedHotkey
    markUnmovedReport edgeWidth edgeHeight backgroundcolor allowMultiple color thickness launch
    buttonName tooltip icon hotkey showKey hideKey moveWithinFormat moveToFormat createFormat
    changeFormat moveKey
VASSAL.build.module.PrivateMap
    mapName description markMoved markUnmovedText markUnmovedTooltip markUnmovedIcon markUnmovedHotkey
    markUnmovedReport edgeWidth edgeHeight backgroundcolor allowMultiple color thickness launch
    buttonName tooltip icon hotkey showKey hideKey moveWithinFormat moveToFormat createFormat
    changeFormat moveKey side visible useBoards
VASSAL.build.module.map.BoardPicker
    addColumnText addRowText boardPrompt slotHeight slotScale slotWidth title
VASSAL.build.module.map.boardPicker.Board
    name image reversible width height color
VASSAL.build.module.map.boardPicker.board.HexGrid
    sideways x0 y0 dx dy snapTo edgesLegal cornersLegal visible dotsVisible color
VASSAL.build.module.map.boardPicker.board.SquareGrid
    range x0 y0 dx dy snapTo edgesLegal cornersLegal visible dotsVisible color
VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering
    stagger first sep hType hLeading hOff hDescend vType vLeading vOff vDescend locationFormat visible
    fontSize color rotateText hDrawOff vDrawOff
VASSAL.build.module.map.boardPicker.board.RegionGrid
    snapto visible fontsize
VASSAL.build.module.map.boardPicker.board.Region
    name originx originy
VASSAL.build.module.map.boardPicker.board.ZonedGrid
VASSAL.build.module.map.boardPicker.board.mapgrid.Zone
    name locationFormat path useParentGrid useHighlight highlightProperty
VASSAL.build.module.map.StackMetrics
    disabled exSepX exSepY unexSepX unexSepY color top bottom up down
VASSAL.build.module.map.ForwardToKeyBuffer
VASSAL.build.module.map.Scroller
VASSAL.build.module.map.ForwardToChatter
VASSAL.build.module.map.MenuDisplayer
VASSAL.build.module.map.MapCenterer
VASSAL.build.module.map.StackExpander
VASSAL.build.module.map.PieceMover
VASSAL.build.module.map.KeyBufferer
VASSAL.build.module.map.SelectionHighlighters
VASSAL.build.module.map.ImageSaver
    buttonText tooltip icon hotkey canDisable propertyGate disabledIcon
VASSAL.build.module.map.TextSaver
    buttonText tooltip icon hotkey canDisable propertyGate disabledIcon
VASSAL.build.module.map.HighlightLastMoved
    enabled color thickness
VASSAL.build.module.map.CounterDetailViewer
    version description delay hotkey bgColor fgColor minDisplayPieces zoomlevel centerAll showgraph
    graphicsZoom showgraphsingle borderWidth verticalOffset showtext enableHTML centerText
    stretchWidthSummary combineCounterSummary extraTextPadding verticalTopText showtextsingle fontSize
    summaryReportFormat counterReportFormat emptyHexReportForma display layerList propertyFilter
    showNoStack showMoveSelectde showNonMovable unrotatePieces showDeck showDeckMasked showDeckDepth
    showOverlap
VASSAL.build.module.map.GlobalMap
    tooltip buttonText icon hotkey scale color
VASSAL.build.module.map.LOS_Thread
    threadName label tooltip iconName hotkey canDisable propertyGate disabledIcon report persistence
    persistentIconName global snapStart snapEnd snapLOS drawRange scale round hideCounters hideOpacity
    losThickness threadColor rangeFg rangeBg
VASSAL.build.module.map.HidePiecesButton
    buttonText tooltip hotkey showingIcon hiddenIcon icon
VASSAL.build.module.map.PieceRecenterer
    buttonText tooltip icon hotkey text canDisable propertyGate disabledIcon
VASSAL.build.module.map.Zoomer
    zoomStart zoomLevels inTooltip inButtonText inIconName zoomInKey pickTooltip pickButtonText
    pickIconName zoomPickKey outTooltip outButtonText outIconName zoomOutKey
VASSAL.build.module.map.Flare
    flareName description flareKey circleSize circleColor circleScale flarePulses flarePulsesPerSec
    reportFormat
VASSAL.build.module.map.MassKeyCommand
    name buttonText tooltip icon buttonHotkey canDisable propertyGate disabledIcon hotkey singleMap
    target filter deckCount reportSingle reportFormat
VASSAL.build.module.map.LayeredPieceCollection
    description property layerOrder
VASSAL.build.module.map.DrawPile
    name description owningBoard x y width height allowMultiple drawMultipleMessage allowSelect
    drawSpecificMessage selectDisplayProperty selectSortProperty faceDown faceFlipHotkey faceUpMessage
    faceUpHotkey faceUpReportFormat faceDownMessage faceDownHotkey faceDownFormat drawFaceUp shuffle
    shuffleCommand shuffleFormat shuffleHotkey reversible reverseCommand reverseFormat reverseHotkey
    draw color hotkeyOnEmpty emptyHotkey reshufflable reshuffleCommand reshuffleMessage reshuffleHotkey
    reshuffleTarget canSave saveMessage saveHotkey saveReportFormat loadMessage loadHotkey
    loadReportFormat maxStack expressionCounting countExpressions restrictOption restrictExpression
    deckRestrictAccess deckOwners
VASSAL.build.module.GlobalKeyCommand
    name buttonText tooltip icon buttonHotkey canDisable propertyGate disabledIcon hotkey singleMap
    target filter deckCount reportSingle reportFormat
VASSAL.build.module.DoActionButton
    name text tooltip icon hotkey canDisable propertyGate disabledIcon doReport reportFormat doSound
    soundClip doHotkey hotkeys doLoop loopType loopCount whileExpression untilExpression preLoopKey
    postLoopKey index indexProperty indexStart indexStep
VASSAL.build.module.ToolbarMenu
    description text tooltip icon hotkey canDisable propertyGate disabledIcon menuItems
VASSAL.build.module.DiceButton
    name text tooltip icon hotkey canDisable propertyGate disabledIcon reportFormat prompt nDice
    lockDice nSides lockSides plus lockPlus addToTotal lockAdd reportTotal sortDice keepDice keepOption
    keepCount
VASSAL.build.module.Inventory
    name text tooltip icon hotkey canDisable propertyGate disabledIcon include groupBy nonLeafFormat
    foldersOnly leafFormat sortPieces sortFormat sorting centerOnPiece forwardKeystroke showMenu
    drawPieces pieceZoom pieceZoom2 pieceZoom3 sides launchFunction refreshHotkey destination
VASSAL.build.module.NotesWindow
    description buttonText tooltip icon hotkey
VASSAL.build.module.PredefinedSetup
    name description isMenu useFile file
VASSAL.build.module.ChartWindow
    name description text tooltip icon hotkey
VASSAL.build.widget.Chart
    chartName description fileName
VASSAL.build.widget.TabWidget
    entryName description
VASSAL.build.widget.ListWidget
    entryName description scale width height divider
VASSAL.build.widget.PanelWidget
    entryName description fixed nColumns vert scale
VASSAL.build.widget.PieceSlot
    entryName gpid height width
VASSAL.build.module.PieceWindow
    name description hidden text tooltip icon hotkey scale defaultWidth
VASSAL.build.module.PrototypesContainer
VASSAL.build.module.PrototypeDefinition
    name description
VASSAL.build.module.properties.GlobalProperties
VASSAL.build.module.properties.GlobalProperty
    name initialValue description isNumeric min max wrap
VASSAL.build.module.properties.ChangePropertyButton
    text tooltip icon hotkey reportFormat propChanger
VASSAL.build.module.turn.TurnTracker
    name description buttonText icon hotkey nexthotkey prevhotkey turnFormat reportFormat tooltip
    lengthStyle length plusButtonSize turnButtonHeight
VASSAL.build.module.turn.CounterTurnLevel
    name property turnFormat start incr loop loopLimit
VASSAL.build.module.turn.ListTurnLevel
    name property turnFormat list configList configFirst prompt
VASSAL.build.module.turn.TurnGlobalHotkey
    name hotkey match reportFormat
VASSAL.build.module.Chatter
VASSAL.build.module.KeyNamer
VASSAL.i18n.Language
VASSAL.i18n.Translation
    locale
VASSAL.build.module.gamepieceimage.GamePieceImageDefinitions
VASSAL.build.module.gamepieceimage.ColorManager
VASSAL.build.module.gamepieceimage.FontManager
VASSAL.build.module.gamepieceimage.FontStyle
    name style
VASSAL.build.module.gamepieceimage.GamePieceLayoutsContainer
VASSAL.build.module.properties.GlobalTranslatableMessages
VASSAL.build.module.properties.GlobalTranslatableMessage
    name initialValue description
VASSAL.build.module.ModuleExtension
    anyModule description extensionId module moduleVersion nextPieceSlotId vassalVersion version
VASSAL.build.module.ExtensionElement
    target
"""


def _read(table: str) -> dict[str, tuple[str, ...]]:
    components: dict[str, tuple[str, ...]] = {}
    name = ""
    for line in table.strip().splitlines():
        if line.startswith(" "):
            components[name] += tuple(line.split())
        else:
            name = line
            components[name] = ()
    return components


COMPONENTS: Mapping[str, tuple[str, ...]] = MappingProxyType(_read(_TABLE))
"""Full class name (or plain element) → attributes its buildFile element may have."""

RECENT_COMPONENTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    _read("""
VASSAL.build.module.properties.ScenarioPropertiesOptionTab
    name description heading leftAlign report
VASSAL.build.module.properties.ListScenarioProperty
    name initialValue description hotkey switch options
""")
)
"""What 3.7.26 knows beside them, for modules that ask for it."""
