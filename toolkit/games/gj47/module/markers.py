"""Markers: the counter sheet's own (turn, reinforcement number, forts), battles, dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.data.charts import charts_of
from toolkit.games.gj47.gestures import BATTLE, FORT, ROLLS, UNIT
from toolkit.games.gj47.module.odds import CombatExpressions
from toolkit.games.gj47.module.units import (
    BATTLES,
    CHIT,
    CLEAR_BATTLE,
    COUNT_BATTLE,
    PLACE_BATTLE,
    REINFORCEMENT_BOX,
    RESUME_BATTLE,
    SET_DEFENDER,
    TARGET,
    declaring,
)
from toolkit.module.buildfile import Component
from toolkit.module.counters import HERE, MAIN_MAP, NOTE, ON_MAP, image, memory, noted, noting
from toolkit.module.equipment import MarkerSpec
from toolkit.module.expressions import DICE, LOSS, choose, told
from toolkit.module.gestures import PieceGestures
from toolkit.module.keys import Key, named
from toolkit.module.markers import MOVED_HERE, NOTE_TRAY, TRAY, plain_parts, tray
from toolkit.module.pieces import Piece, Prototype
from toolkit.module.traits import (
    Change,
    Level,
    alone,
    calculated,
    command_others,
    dynamic,
    following,
    label,
    layer,
    marker,
    report,
    send_to,
    send_to_counter,
    set_global,
    stepped,
    trigger,
)
from toolkit.module.windows import piece_layers
from toolkit.module.workshop import Workshop
from toolkit.source.counters import Counter
from toolkit.vassal.traits import Part

# What lies below has a layer, for what has none lies above all.
_LAYER, _BELOW = "Layer", "counters"

_CALL = named("callDefenders")
_RELEASE = named("releaseBattle")
_CURRENT = named("makeCurrent")
_HALVE = named("countAcross")
_COUNT = named("countStrengths")
_COLUMN = named("findColumn")
_HEAD = named("findHeading")
_THROW = named("throwDie")
_READ = named("readResult")
_RESET = named("resetBattle")
_MODE = named("setMode")
_GO_ON = named("setAdvance")
_RAISE = named("raiseFort")
_LOWER = named("lowerFort")
_LOST = named("fortLost")
_FULL = named("fullStrength")
_LOSES = {"AttackIn": named("attackerLoses"), "DefendIn": named("defenderLoses")}


def sheet_marker(counter: Counter, shop: Workshop) -> Piece:
    """Return the piece of a marker of the counter sheet."""
    side = shop.side_name(counter.side)
    facts = {"CounterId": counter.id, "Kind": "marker", "Role": counter.role or "", "Side": side}
    parts: tuple[Part | Prototype, ...] = (marker(**facts),)
    picture = image(counter)
    if counter.role == "fort":
        parts = (*_fort(counter, shop), *parts)
        picture = fort_image(counter, 1)
    elif counter.role == f"{counter.side}_reinforcement":
        column = Change(MOVED_HERE, "{CurrentZone.trim()}")
        parts = (set_global(REINFORCEMENT_BOX, column, note="column with the marker"), *parts)
    return Piece(
        counter.id, counter.gpid, counter.names.en, picture, parts, shop.equipment.counter_px,
        ("Markers", "Counter sheet"),
    )  # fmt: skip


def fort_image(counter: Counter, level: int) -> str:
    """Return the file name of a fort's picture at a level."""
    return f"marker_{counter.id}_level{level}.png"


def _fort(counter: Counter, shop: Workshop) -> tuple[Part, ...]:
    dead = shop.own_place(counter, "eliminated")
    levels = [Level(fort_image(counter, level), f"+ (level {level})") for level in (1, 2)]
    gone = (send_to(_LOST, *dead.at()),) if dead else ()
    low, lost = "Fort_Level<2", FORT["loss"].key
    return (
        report([FORT["build"].key], "$PlayerSide$: fort $Where$ is built up to level $Fort_Level$"),
        report([lost], f"{LOSS}$PlayerSide$: fort $Where$ loses a level in battle $LossIn$"),
        report(
            [FORT["convert"].key],
            f"{LOSS}$PlayerSide$: fort $Where$ loses a level in place of a retreat, battle $LossIn$",
        ),
        noted("Build", FORT["build"], [_RAISE], when=low),
        noted("Loss", FORT["loss"], [_LOWER]),
        noted("Convert", FORT["convert"], [_LOWER]),
        # The inner one acts first, as with units.
        trigger("From level 2", [_FULL], watch=[_LOWER], when="Fort_Level==2"),
        trigger("From level 1", [_LOST], watch=[_LOWER], when="Fort_Level==1"),
        dynamic("LossIn", "", *(Change(noting(word), "{CurBattle}") for word in ("loss", "convert"))),
        *_defence(),
        *memory(*_notes(FORT), under=CHIT),
        *gone,
        stepped(layer("Fort", levels), _RAISE, _FULL),
    )


def _defence() -> tuple[Part, ...]:
    return (
        *declaring(),
        dynamic("DefendIn", 0, Change(SET_DEFENDER, "{CurBattle}"), Change(CLEAR_BATTLE, "0")),
        calculated("DefenceNow", "Fort_Level==2?1:0"),
        calculated("AttackIn", "0"),
        calculated("Across", "0"),
    )


def marker_parts(spec: MarkerSpec, shop: Workshop) -> tuple[Part, ...]:
    """Return what a marker of the equipment does.  Raises KeyError for an unknown tray."""
    if spec.kind == "battle":
        return _battle(spec, shop)
    if spec.kind == "roll":
        return _roll(spec, shop.game)
    return plain_parts(spec, shop, under=CHIT)


# "Retreat:<battle>:<hexes>" after R and RR, nothing after other results.
_RETREAT = '{Result.endsWith("RR")?"Retreat:"+Number+":2":Result.endsWith("R")?"Retreat:"+Number+":1":""}'
_OUT = f'{{{BATTLES}.substring(0,Number-1)+({ON_MAP}?"x":".")+{BATTLES}.substring(Number)}}'


def _notes(gestures: PieceGestures) -> Iterator[tuple[str, Key]]:
    return ((word, noting(word)) for word in gestures.words)


def seal_px(counter_px: int) -> int:
    """Return the size of the picture of a battle marker: it lies on a corner of the counter under attack."""
    return round(counter_px * 0.6)


def battle_piece(piece: Piece, shop: Workshop) -> Piece:
    """Return a battle marker whose picture lies on a corner of its hex, so that it covers no counter."""
    off = shop.equipment.counter_px // 2
    faces = (
        following(layer("Seal", [Level(), Level(piece.image)], x=off, y=-off), "Out"),
        following(layer("In its tray", [Level(piece.image), Level()]), "Out"),
        calculated("Out", f"{ON_MAP}?1:0"),
    )
    return replace(piece, image="", parts=(*piece.parts, *faces))


def below(piece: Piece) -> Piece:
    """Return a piece that lies below all battle markers, and their sums, wherever counters stand close."""
    return replace(piece, parts=(*piece.parts, marker(**{_LAYER: _BELOW})))


def below_battles() -> Component:
    """Return what draws the pieces of the map in their order."""
    return piece_layers(_LAYER, (_BELOW,))


def _battle(spec: MarkerSpec, shop: Workshop) -> tuple[Part, ...]:
    px = shop.equipment.counter_px
    # Between the counters above and below on the right.
    beside = px // 2 + 8
    values = _battle_values(CombatExpressions.of(charts_of(shop.game).crt))
    battle = "$PlayerSide$: battle $Number$ against $Where$"
    left = "*** $StepsLeft$ of the steps of $Result$ not marked as lost ***"
    return (
        alone(),
        label(
            told("", ('Result!=""', ""), *_sums()),
            size=15,
            ink="255,255,255",
            ground="30,30,30",
            x=beside,
            y=0,
            name="SumTag",
            beside=True,
        ),
        label(
            told(
                "",
                ('Result=="-"', "$Odds$: no effect"),
                ('Result=="no attack"', "no attack"),
                ('Result!=""', "$Odds$: $Result$"),
            ),
            size=24,
            ink="0,0,0",
            ground="255,240,120",
            x=beside,
            y=0,
            name="ResultTag",
            beside=True,
        ),
        report([MOVED_HERE], "", (ON_MAP, battle)),
        report(
            [BATTLE["odds"].key],
            "Battle $Number$ against $Where$: nobody attacks",
            *_sums("Battle $Number$ against $Where$: "),
        ),
        report([BATTLE["roll"].key], f"{DICE}{battle}, $Odds$, die $Roll$: $Result$"),
        report([BATTLE["advance"].key], f"{battle}: advance"),
        # While the marker still knows its units and its result.
        report([noting("close")], f"{battle} is over", ('StepsLeft!="0"', f"{LOSS}{battle} is over {left}")),
        *_battle_orders(),
        *_only_loser("AttackIn", "attacker_loses"),
        *_only_loser("DefendIn", "defender_loses"),
        *values,
        *memory(*_notes(BATTLE), ("tray", NOTE_TRAY), under=CHIT),
        *tray(spec, shop.places),
    )


def _only_loser(role: str, gesture: str) -> tuple[Part, ...]:
    """Return the key on a battle for a side with one unit in it: of several its owner chooses one."""
    lose, goes, call = BATTLE[gesture], UNIT["loss"].key, _LOSES[role]
    one = f'Count("{{{role}=="+Number+"}}","{MAIN_MAP}")==1'
    return (
        trigger(lose.menu.en, [_CURRENT, call], key=lose.key, menu=lose.menu.en, when=one),
        command_others(lose.menu.en, call, goes, f"{role}==$Number$&&{ON_MAP}"),
    )


def _sums(before: str = "") -> Iterator[tuple[str, str]]:
    """Yield how the column came about, on conditions: halves and shift only where there are any."""
    attacks, shifted = 'Attack!="0"', "Odds!=Ratio"
    for wet, halved in (
        ('Wet!="0"&&Dry!="0"', "$Dry$ + $Wet$ halved by the river = "),
        ('Wet!="0"', "$Wet$ halved by the river = "),
        (attacks, ""),
    ):
        odds = f"{before}{halved}$Attack$ to $Defence$"
        yield f"{attacks}&&{wet}&&{shifted}", f"{odds}: $Ratio$, terrain $Odds$"
        yield f"{attacks}&&{wet}", f"{odds}: $Odds$"


def _battle_orders() -> tuple[Part, ...]:
    settle = [NOTE, _CURRENT]
    counted = [_HALVE, _COUNT, _COLUMN, _HEAD]
    opened = [_RESET, *settle, noting("declare"), _RELEASE, _CALL, *counted]
    everyone = 'Kind=="unit"||Kind=="hq"||Role=="fort"'
    return (
        trigger("Declared", opened, watch=[MOVED_HERE], when=ON_MAP),
        noted("Current", BATTLE["current"], [], first=settle, watch=[RESUME_BATTLE]),
        trigger("Counted again", counted, watch=[COUNT_BATTLE], when=ON_MAP),
        send_to_counter(PLACE_BATTLE, f"CounterId=={TARGET}"),
        noted("Odds", BATTLE["odds"], counted, first=settle),
        noted("Roll", BATTLE["roll"], [*counted, _THROW, _READ, _MODE], first=settle),
        noted("Advance", BATTLE["advance"], [_GO_ON], first=settle),
        noted("Close", BATTLE["close"], [_RELEASE, _RESET, TRAY]),
        command_others("Release", _RELEASE, CLEAR_BATTLE, "AttackIn==$Number$||DefendIn==$Number$"),
        command_others("Defenders", _CALL, SET_DEFENDER, everyone, within=0),
    )


def _battle_values(combat: CombatExpressions) -> tuple[Part, ...]:
    return (
        set_global("CurBattle", Change(_CURRENT, "{Number}"), note="battle that keys on units refer to"),
        set_global("CurTarget", Change(_CURRENT, HERE), note="hex under attack"),
        set_global(
            "Mode",
            Change(_MODE, _RETREAT),
            Change(_GO_ON, '{"Advance:"+Number}'),
            Change(_RESET, ""),
            note="what drags are for: Retreat:battle:hexes, Advance:battle",
        ),
        set_global(BATTLES, Change(MOVED_HERE, _OUT), note="markers on the map"),
        dynamic(
            "Wet", 0, Change(_HALVE, combat.across), Change(_RESET, "0"), note="strengths across a river"
        ),
        dynamic("Attack", 0, Change(_COUNT, combat.attack), Change(_RESET, "0"), note="strengths attacking"),
        dynamic(
            "Defence", 0, Change(_COUNT, combat.defence), Change(_RESET, "0"), note="strengths defending"
        ),
        dynamic(
            "Column", -1, Change(_COLUMN, combat.column), Change(_RESET, "-1"), note="with shifts, from 0"
        ),
        dynamic("Odds", "", Change(_HEAD, combat.heading), Change(_RESET, "")),
        dynamic("Ratio", "", Change(_HEAD, combat.ratio), Change(_RESET, ""), note="column before shifts"),
        calculated("Dry", "Attack-Wet/2", note="strengths attacking over no river"),
        dynamic("Roll", 0, Change(_THROW, "{Random(6)}"), Change(_RESET, "0")),
        dynamic("RollNo", 0, Change(_THROW, "{RollNo+1}"), Change(_RESET, "0"), note="rolls for this battle"),
        dynamic("RolledBy", "", Change(_THROW, "{PlayerSide}"), Change(_RESET, "")),
        dynamic("Result", "", Change(_READ, combat.result), Change(_RESET, "")),
        calculated("StepsLeft", combat.steps_left, note="losses not marked"),
    )


def _roll(spec: MarkerSpec, game: CompiledGame) -> tuple[Part, ...]:
    lines = enumerate(_roll_lines(spec, game), start=1)
    result = choose(((f"Roll=={die}", f'"{line}"') for die, line in lines), '""')
    return (
        report([ROLLS["roll"].key], f"{DICE}$PlayerSide$: $newPieceName$, die $Roll$: $Result$"),
        noted("Roll", ROLLS["roll"], [_THROW, _READ]),
        label('{Roll>0?""+Roll:""}', size=18, ink="0,0,0", ground="255,240,120", x=0, y=24, name="RollTag"),
        dynamic("Roll", 0, Change(_THROW, "{Random(6)}")),
        dynamic("RollNo", 0, Change(_THROW, "{RollNo+1}")),
        dynamic("RolledBy", "", Change(_THROW, "{PlayerSide}")),
        dynamic("Result", "", Change(_READ, f"{{{result}}}")),
        *memory(*_notes(ROLLS), under=CHIT),
    )


def _roll_lines(spec: MarkerSpec, game: CompiledGame) -> list[str]:
    charts = charts_of(game)
    tables = {"withdrawal": charts.withdrawal, "axis_reinforcement": charts.axis_reinforcement}
    table = tables.get(spec.table or "")
    if table is None:
        return []
    given = (table.roll(die) for die in range(1, len(table.rows) + 1))
    return [", ".join(f"{count} {name}" for name, count in row.items()) or "nothing" for row in given]
