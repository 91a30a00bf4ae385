"""Units: activation, battle, loss, steps drawn.  What each key does: ``gestures.yaml``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from toolkit.games.rattenkrieg.gestures import CARD, TANK, UNIT
from toolkit.games.rattenkrieg.module import keys
from toolkit.games.rattenkrieg.module.places import DECK, DESK, strip, units_of
from toolkit.module.area_table import AreaTable, window_name
from toolkit.module.cards import lying, send_to_slot
from toolkit.module.control import ASK_CONTROL, HOLDS, asks_control, holding
from toolkit.module.counters import MAIN_MAP, image
from toolkit.module.decisions import consequence, memory, spoken
from toolkit.module.expressions import LOSS, choose
from toolkit.module.hands import ALL_DRAWN, MINE, ONE_CARD, counted_row, drawing
from toolkit.module.keys import Key, named
from toolkit.module.pieces import Piece
from toolkit.module.traits import (
    Change,
    Level,
    calculated,
    command_others,
    dynamic,
    following,
    label,
    layer,
    marker,
    report,
    set_global,
    stepped,
    trigger,
)
from toolkit.source.counters import Counter
from toolkit.vassal.traits import Part

_DOWN = named("turnDown")
_UP = named("turnUp1")
_DRAW_ONE = named("drawOne")
_REFUSE = named("refuseDraw")
_SET_ACTIVE = named("setActive")
_NO_ACTIVE = named("clearActive")
_PASSED = named("countPass")
_NO_PASS = named("clearPasses")
_OPEN_BATTLE = named("openBattle")
_ACT = named("beginActing")
_CALL_ENEMIES = named("callEnemies")
_CALL_STEP = named("callStep")
_SET_DEFENDER = named("setDefenderNow")
_LEAVE_MAP = named("leaveMap")
_TO_REAR = named("goToRear")
_GONE = named("markGone")
_RETREAT_ON = named("retreatOn")
_ISOLATE_ON = named("isolateOn")
_ISOLATE_OFF = named("isolateOff")
_CALL_JOINED = named("callJoined")
_CALL_CARDS = named("callBattleCards")
_LEAVE_JOINED = named("leaveJoined")
_TOGGLE_JOIN = named("toggleJoin")
_UNJOIN = named("unjoin")
_FILL_STEPS = named("fillSteps")

EFFECTS = ("AssaultGun", "Engineers", "Molotov", "Chuikov")
"""Globals of events that last for an activation or its next battle."""

NO_EFFECTS = named("clearEffects")
"""Ends them: for the battle desk."""

_OVER = named("effectsOver")
_WIPE_PASSES = named("wipePasses")


@dataclass(frozen=True, slots=True)
class UnitLook:
    """Pictures that units share, and the size of a counter in pixels."""

    side: int
    active: str
    isolated: str
    joined: str


def unit_piece(counter: Counter, table: AreaTable, look: UnitLook, moved: Key) -> Piece:
    """Return the piece of a unit; `moved` is what the main map sends to pieces that were moved."""
    tank = counter.unit_class == "tank"
    parts = (
        # Outside of what a retreat says: who holds the area then comes after it.
        trigger("Arrived", [ASK_CONTROL], watch=[moved]),
        *spoken(
            (
                *_orders(counter, table),
                *_battle(),
                *_losses(counter, table, moved),
                *(_companion(look) if tank else ()),
            )
        ),
        *_marks(look),
        *_steps(counter, table),
        *_state(holding(counter.side or "", table)),
        in_area(table),
        *memory(*UNIT.words, *(TANK.words if tank else ())),
        *_globals(),
        stepped(layer("Face", [Level(), Level(down_image(counter), "+ (face down)")]), _DOWN, _UP),
        marker(**_facts(counter, table)),
    )
    side = table.sides.get(counter.side or "", "None")
    return Piece(
        counter.id, counter.gpid, counter.names.en, image(counter), parts, look.side, (side, "Units")
    )


def down_image(counter: Counter) -> str:
    """Return the file name of a unit that is turned face down."""
    return f"unit_{counter.id}_down.png"


def unit_key(counter: Counter) -> str:
    """Return a unit's spelling in properties: a bare ``71`` would come back as a number."""
    return f"@{counter.id}"


def _orders(counter: Counter, table: AreaTable) -> tuple[Part, ...]:
    over = [_DOWN, _NO_ACTIVE]
    return (
        *UNIT.decided("activate", [_OVER, _SET_ACTIVE, _NO_PASS]),
        *UNIT.decided("end", [*over, _OVER, _CALL_JOINED, _CALL_CARDS]),
        *UNIT.decided("pass", [*over, _LEAVE_JOINED, _PASSED]),
        *(UNIT.decided("replenish", [_DRAW_ONE, ALL_DRAWN, *over, _NO_PASS]) if counter.steps else ()),
        *_arrival(counter, table),
        *UNIT.decided("ready", [_UP]),
        consequence("turned", keys.TURN_UP, [_UP], when="Face_Level==2"),
        command_others("Joined", _CALL_JOINED, keys.END_JOINED, 'Kind=="unit"&&Joined==1'),
        # The battle is over as well: what lies closed for the other side stays for its own key.
        command_others("Cards of its battle", _CALL_CARDS, keys.CLEARED, 'Kind=="card"&&InRow==1'),
        # Called for an activation that ends without its key: it is nobody's companion any more.
        command_others("No longer joined", _LEAVE_JOINED, keys.FORGET_JOINED, 'Kind=="unit"&&Joined==1'),
    )


def _arrival(counter: Counter, table: AreaTable) -> tuple[Part, ...]:
    where = table.areas.name(_home(counter, table))
    if counter.unit_class == "tank":
        return TANK.decided("return", [_UP, _TO_REAR], where=where)
    return UNIT.decided("arrive", [_TO_REAR, _FILL_STEPS], where=where)


def _battle() -> tuple[Part, ...]:
    return (
        *UNIT.decided("attack", [_ACT, _OPEN_BATTLE, _CALL_ENEMIES], first=[named("countBattle")]),
        trigger("Acts", [_OVER, _SET_ACTIVE, _NO_PASS], watch=[_ACT], when="Active!=Unit"),
        command_others(
            "May defend",
            _CALL_ENEMIES,
            keys.MAY_DEFEND,
            'Kind=="unit"&&Side!="$Side$"&&LocationName=="$LocationName$"',
        ),
        *UNIT.decided("defend", [_SET_DEFENDER]),
        *UNIT.decided("target"),
    )


_HAS_LEFT = 'BattleArea=="@"+OldLocationName&&LocationName!=OldLocationName'
_DEFENDER_GOES = f'Unit==Defender&&Active==Attacker&&{_HAS_LEFT}&&InArea==1&&!(Act=="retreat"&&Seq==Step)'
"""The defender is dragged out of the area while the attacker is at it, and its key was not pressed."""


def _losses(counter: Counter, table: AreaTable, moved: Key) -> tuple[Part, ...]:
    own = units_of(table.game, counter.side).index(counter.id)
    out = table.row(f"eliminated-{counter.side}").slots[own].name
    return (
        *UNIT.decided("retreat", [_DOWN, _RETREAT_ON]),
        trigger("Goes back", [UNIT["retreat"].key], watch=[moved], when=_DEFENDER_GOES),
        # Its key comes before the drag, or after it.
        calculated("GoesFrom", f"{_HAS_LEFT}?OldLocationName:LocationName"),
        *UNIT.decided("isolate", [_ISOLATE_ON, ASK_CONTROL]),
        *UNIT.decided("free", [_ISOLATE_OFF, ASK_CONTROL]),
        *UNIT.decided("remove", [_GONE, _ISOLATE_OFF, _LEAVE_MAP]),
        send_to_slot(_LEAVE_MAP, MAIN_MAP, out),
        send_to_slot(_TO_REAR, MAIN_MAP, table.areas.spot(_home(counter, table)).name),
    )


def _home(counter: Counter, table: AreaTable) -> str:
    """Return the area where a unit arrives: where the set-ups have its like, else its side's rear."""
    area = f"{counter.side}_rear"
    if counter.unit_class == "tank":
        area = next(
            (setup.in_areas[counter.id] for setup in table.game.setups if counter.id in setup.in_areas), area
        )
    return area


def _companion(look: UnitLook) -> tuple[Part, ...]:
    """Return what the T-34 does: it goes along, supports, is lost in place of others (8.12)."""
    return (
        *TANK.decided("join", [_TOGGLE_JOIN]),
        report(
            [_TOGGLE_JOIN],
            "$PlayerSide$: $newPieceName$ stays",
            ("Joined==1", "$PlayerSide$: $newPieceName$ goes along"),
        ),
        *TANK.decided("waive"),
        *TANK.decided("t34_out", [_GONE, _UNJOIN, _LEAVE_MAP]),
        consequence("turned", keys.END_JOINED, [_DOWN, _UNJOIN]),
        trigger("Left behind", [_UNJOIN], watch=[keys.FORGET_JOINED]),
        dynamic(
            "Joined",
            0,
            Change(_TOGGLE_JOIN, "{1-Joined}"),
            Change(_UNJOIN, "0"),
            note="goes along with the active unit",
        ),
        dynamic("GoneTurn", 0, Change(_GONE, "{Turn}"), note="turn in which it was lost"),
        following(
            layer("Along", [Level(), Level(look.joined)], x=look.side // 2 - 10, y=-look.side // 2 + 10),
            "Joined",
        ),
    )


def _marks(look: UnitLook) -> tuple[Part, ...]:
    half = look.side // 2
    return (
        label(
            '{Steps>0?""+StepsNow+"/"+Steps:""}',
            size=13,
            ink="255,255,255",
            ground="40,40,40",
            # Over the small cards that the counter shows: what it has now counts.
            x=half - 20,
            y=half - 17,
            name="StepsTag",
        ),
        following(layer("Badge", [Level(), Level(look.active)], x=-half + 10, y=-half + 10), "ActiveNow"),
        following(layer("Alone", [Level(), Level(look.isolated)], x=0, y=0), "Isolated"),
        calculated("ActiveNow", "Active==Unit?1:0"),
    )


def _steps(counter: Counter, table: AreaTable) -> tuple[Part, ...]:
    """Return how a unit draws its steps and keeps count of them."""
    places = strip(table, counter)
    if places is None:
        return (dynamic("StepsNow", 0),)
    side = table.sides[counter.side or ""]
    return (
        report([_REFUSE], f"{LOSS}$PlayerSide$ cannot draw: each side draws its own cards"),
        trigger(
            "Fill up",
            [*[_DRAW_ONE] * counter.steps, ALL_DRAWN],
            watch=[keys.DEAL_STEPS, _FILL_STEPS],
            when=MINE,
        ),
        trigger("Not mine", [_REFUSE], watch=[keys.DEAL_STEPS, _FILL_STEPS], when=f"!{MINE}"),
        trigger("Draw", [ONE_CARD], watch=[_DRAW_ONE], when=f"{MINE}&&StepsNowCounted<Steps"),
        *drawing("StepsNow", counter.names.en, places.names, window_name(side), DECK),
        *_lose_step(places.names, window_name(side)),
        marker(**counted_row(counter.names.en)),
    )


def _lose_step(places: Sequence[str], window: str) -> tuple[Part, ...]:
    gesture = UNIT["lose_step"]
    taken = ((f"{lying(place, window)}>0", f'"{place}"') for place in reversed(places))
    return (
        trigger(gesture.menu.en, [_CALL_STEP], key=gesture.key, menu=gesture.menu.en),
        command_others("Step lost", _CALL_STEP, CARD["lose"].key, 'Kind=="card"&&LocationName=="$LastStep$"'),
        calculated("LastStep", choose(taken, '""')),
    )


def _state(holds: int) -> tuple[Part, ...]:
    return (
        trigger(
            "No longer active", [_NO_ACTIVE, _LEAVE_JOINED], watch=[_RETREAT_ON, _GONE], when="Active==Unit"
        ),
        asks_control(),
        dynamic("Isolated", 0, Change(_ISOLATE_ON, "1"), Change(_ISOLATE_OFF, "0")),
        calculated(HOLDS, f"Isolated==0?{holds}:0"),
    )


def _globals() -> tuple[Part, ...]:
    unit = "{Unit}"
    return (
        # A change is logged even to the same value: only what has to change is changed.
        trigger("No pass", [_WIPE_PASSES], watch=[_NO_PASS], when="Passes>0"),
        set_global("Active", Change(_SET_ACTIVE, unit), Change(_NO_ACTIVE, "")),
        set_global("Passes", Change(_PASSED, "{Passes+1}"), Change(_WIPE_PASSES, "0")),
        command_others("Effects over", _OVER, NO_EFFECTS, f'CounterId=="{DESK}"'),
        set_global("BattleNo", Change(named("countBattle"), "{BattleNo+1}")),
        set_global("BattleArea", Change(_OPEN_BATTLE, '{"@"+LocationName}')),
        set_global("Attacker", Change(_OPEN_BATTLE, unit)),
        set_global("AttackerSide", Change(_OPEN_BATTLE, "{Side}")),
        set_global(
            "Defender",
            Change(_OPEN_BATTLE, ""),
            Change(_SET_DEFENDER, unit),
            # Who is alone there need not say so.
            Change(keys.MAY_DEFEND, '{Defender==""?Unit:"?"}'),
        ),
    )


def _facts(counter: Counter, table: AreaTable) -> dict[str, str | int]:
    return {
        "CounterId": counter.id,
        "Unit": unit_key(counter),
        "Kind": "unit",
        "Side": table.sides.get(counter.side or "", "None"),
        "Class": counter.unit_class or "",
        "Combat": counter.combat or 0,
        "Steps": counter.steps,
        "Enters": counter.enters or 1,
    }


def in_area(table: AreaTable) -> Part:
    """Return the property that says whether a unit stands in an area, not in a box of the board."""
    names = "|".join(table.areas.names().values())
    return calculated("InArea", f'"|{names}|".indexOf("|"+LocationName+"|")>=0?1:0')
