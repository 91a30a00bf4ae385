"""Fire: the Attack marker says on which area, the desk of fire counts, rolls and keeps the loss points."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.games.storm.gestures import ATTACK
from toolkit.games.storm.gestures import FIRE_DESK as DESK
from toolkit.games.storm.module import keys
from toolkit.games.storm.module.impulses import BEGIN, impulses
from toolkit.games.storm.module.places import ATTACK as ATTACK_HOME
from toolkit.games.storm.module.places import FIRE_DESK_PX
from toolkit.games.storm.module.units import in_area
from toolkit.module.area_table import AreaTable
from toolkit.module.cards import send_to_slot
from toolkit.module.counters import MAIN_MAP
from toolkit.module.decisions import consequence, memory, noting, spoken
from toolkit.module.expressions import LOSS, told
from toolkit.module.keys import Key, named
from toolkit.module.pieces import Piece
from toolkit.module.traits import (
    Change,
    calculated,
    command_others,
    label,
    marker,
    report,
    set_global,
    trigger,
)
from toolkit.vassal.traits import Part

FIRE_DESK = "fire-desk"
ATTACK_MARKER = "attack"

_LETTERS = 23

START = {
    "FireNo": "0", "FireState": "", "FireSide": "", "FireFrom": "", "FireTarget": "", "AimAt": "",
    "AttackSum": "0", "AttackMore": "0", "BestDefence": "0", "DefenceMore": "0", "Terrain": "0",
    "TerrainTimes": "1", "D1": "0", "D2": "0", "AttackTotal": "0", "DefenceTotal": "0", "Points": "0",
    "Left": "0", "SnipePoints": "0", "Allots": "",
}  # fmt: skip
"""Globals of a fire with their start values; `FireState` is empty, ``declared`` or ``rolled``."""

# Back to their start with the end of a fire; the number, dice and totals stay to be read.
_CLOSED = (
    "FireState", "FireSide", "FireFrom", "FireTarget", "AttackMore", "DefenceMore", "TerrainTimes",
    "SnipePoints", "Allots", "Left",
)  # fmt: skip

_DECLARE = named("declareHere")
_IF_NEW = named("ifNewFire")
_NUMBER = named("countFire_")
_SET_TARGET = named("setTarget")
_CALL_COUNT = named("callCount")
_CALL_ROLL = named("callRoll")
_CALL_CLOSE = named("callClose")
_SNIPE = named("ifSnipe")
_SNIPED = named("snipePoints")
_GO_HOME = named("goAttackHome")
_GO_THERE = named("goAttackThere")

_ZERO = named("zeroCount")
_FIRERS = named("callFirers")
_DEFENDERS = named("callDefenders")
_GROUND = named("callGround")
_OWN_FIRE = named("callOwnFire")
_THROW = named("throwDice")
_TOTAL = named("addUp")
_POINTS = named("givePoints")
_LEFT = named("giveLeft")
_FIRED = named("callFired")
_IF_MARK = named("ifFireMark")
_MARK = named("callFireMark")
_RELEASE = named("callRelease")
_HOME = named("callAttackHome")
_CLOSE_ALL = named("closeValues")
_WARN = named("warnOfPoints")

_COUNTING = (_ZERO, _FIRERS, _DEFENDERS, _GROUND, _OWN_FIRE)


def attack_marker(table: AreaTable, gpid: int, image: str, px: int, moved: Key) -> Piece:
    """Return the Attack marker: dragged onto an area, or called there by a unit's key, it declares a fire."""
    # Shifted within the area that is fired on it says nothing new, before the roll and after it.
    there = 'FireTarget!="@"+LocationName||FireState==""'
    declared = [_SET_TARGET, _CALL_COUNT, BEGIN, _SNIPE]
    parts = (
        _tag(px),
        *spoken(ATTACK.decided("declare", declared, first=[_IF_NEW], called=_DECLARE)),
        trigger("Dropped on an area", [_DECLARE], watch=[moved], when=f"InArea==1&&({there})"),
        trigger("Called", [_GO_THERE], watch=[keys.ATTACK_HERE]),
        trigger("Home", [_GO_HOME], watch=[keys.ATTACK_HOME], when="InArea==1"),
        trigger("New number", [_NUMBER], watch=[_IF_NEW], when='FireState!="declared"'),
        trigger("Sniper", [_SNIPED], watch=[_SNIPE], when="SnipePoints>0"),
        trigger("Roll", [_CALL_ROLL], key=ATTACK["roll"].key, menu=ATTACK["roll"].menu.en),
        trigger("Close", [_CALL_CLOSE], key=ATTACK["close"].key, menu=ATTACK["close"].menu.en),
        command_others("Count", _CALL_COUNT, keys.COUNT_FIRE, f'CounterId=="{FIRE_DESK}"'),
        command_others("Roll", _CALL_ROLL, DESK["roll"].key, f'CounterId=="{FIRE_DESK}"'),
        command_others("Close", _CALL_CLOSE, DESK["close"].key, f'CounterId=="{FIRE_DESK}"'),
        send_to_slot(_GO_THERE, MAIN_MAP, "{AimAt}"),
        send_to_slot(_GO_HOME, MAIN_MAP, ATTACK_HOME),
        set_global("FireNo", Change(_NUMBER, "{FireNo+1}")),
        set_global("FireTarget", Change(_SET_TARGET, '{"@"+LocationName}')),
        set_global("FireState", Change(_SET_TARGET, "declared"), Change(_SNIPED, "rolled")),
        set_global("Left", Change(_SET_TARGET, "0"), Change(_SNIPED, "{SnipePoints}")),
        set_global("Points", Change(_SET_TARGET, "0"), Change(_SNIPED, "{SnipePoints}")),
        set_global("D1", Change(_SET_TARGET, "0")),
        set_global("D2", Change(_SET_TARGET, "0")),
        # A bombardment is the impulse of its card.
        *impulses("fire", "FireSide", "FireFrom", table, when='FireFrom!=""'),
        in_area(table),
        *memory(*ATTACK.words),
        marker(CounterId=ATTACK_MARKER, Kind="attack", Side="None"),
    )
    return Piece(ATTACK_MARKER, gpid, "Attack", image, parts, px, ("Markers", "Desks"))


def _tag(px: int) -> Part:
    text = told("", ('FireState=="rolled"', "Left $Left$"), ('FireState=="declared"', "Fire $FireNo$"))
    return label(text, size=22, ink="0,0,0", ground="255,240,120", x=0, y=px // 2 + 8, name="FireTag")


def fire_desk(gpid: int, image: str) -> Piece:
    """Return the desk of fire: totals, dice and loss points for everybody to see."""
    wide, high = FIRE_DESK_PX
    lines = (
        told(
            "Fire $FireNo$",
            ('FireNo=="0"', ""),
            ('Allots!=""', "Fire $FireNo$: $AllotsSide$ allots"),
            ('FireSide!=""', "Fire $FireNo$: $FireSide$"),
        ),
        told("Attack $AttackSaid$", ("FireNo==0", "")),
        told("Defence $DefenceSaid$", ("FireNo==0", "")),
        told("Points $Points$", ("FireNo==0", ""), ('FireState=="rolled"', "Left $Left$ of $Points$")),
    )
    parts = (
        *slate_lines(lines, high),
        calculated("AllotsSide", "Allots"),
        calculated(
            "AttackSaid", f'""+AttackSum+{_signed("AttackAdds")}+(D1>0?"+"+D1+"+"+D2+" = "+AttackTotal:"")'
        ),
        calculated(
            "DefenceSaid", f'""+BestDefence+"+"+Terrain+{_signed("DefenceAdds")}+(D1>0?" = "+DefenceTotal:"")'
        ),
        # What cards added is forgotten when a fire ends; its totals stay.
        calculated("AttackAdds", "D1>0?AttackTotal-AttackSum-D1-D2:AttackMore"),
        calculated("DefenceAdds", "D1>0?DefenceTotal-BestDefence-Terrain:DefenceMore"),
        *spoken(_rolling()),
        *_counting(),
        *memory(*DESK.words),
        marker(CounterId=FIRE_DESK, Kind="desk", Side="None"),
    )
    return Piece(FIRE_DESK, gpid, "Fire desk", image, parts, wide, ("Markers", "Desks"))


def slate_lines(lines: Sequence[str], high: int) -> list[Part]:
    """Return the lines of a slate of that height: large, for the board opens at half its size."""
    step = high // len(lines)
    return [
        label(
            text, size=_LETTERS, ink="255,255,255", ground="", x=0, y=step * n + step // 2 - high // 2,
            name=f"Line{n}",
        )
        for n, text in enumerate(lines)
    ]  # fmt: skip


def _signed(name: str) -> str:
    """Return an expression for a number that is added, with its sign; nothing where it is 0."""
    return f'({name}==0?"":{name}>0?"+"+{name}:""+{name})'


def _rolling() -> tuple[Part, ...]:
    closing = [_RELEASE, _HOME, _CLOSE_ALL]
    closes = "$PlayerSide$ closes fire $FireNo$ on $TargetName$"
    left, some = "*** $Left$ loss points left ***", "Integer.parseInt(Left.trim())>0"
    return (
        report([noting("close")], closes, (some, f"{LOSS}{closes} {left}")),
        report([_WARN], "", (some, f"{LOSS}fire $FireNo$ on $TargetName$ was not closed {left}")),
        *DESK.decided("roll", [_FIRED, _IF_MARK], first=[*_COUNTING, _THROW, _TOTAL, _POINTS, _LEFT]),
        *DESK.decided("close", closing),
        consequence("cancelled", keys.CANCEL_FIRE, [_FIRED, *closing]),
        # Players who forgot to close: the next fire begins with nothing of the last.
        trigger("Forgotten", [_WARN, *closing], watch=[keys.OLD_FIRE]),
        trigger("Count", _COUNTING, watch=[keys.COUNT_FIRE]),
        trigger("Fire marker", [_MARK], watch=[_IF_MARK], when='FireFrom!=""&&FireFrom!=FireTarget'),
    )


def _counting() -> tuple[Part, ...]:
    here = 'LocationName=="$TargetName$"'
    return (
        command_others("Firers", _FIRERS, keys.COUNT_FIRER, 'Kind=="unit"&&Firing==1'),
        command_others(
            "Fired on",
            _DEFENDERS,
            keys.COUNT_DEFENDER,
            f'Kind=="unit"&&Side!="$FireSide$"&&LeftOut==0&&{here}',
        ),
        command_others("Ground", _GROUND, keys.ASK_GROUND, f'Kind=="control"&&{here}'),
        command_others(
            "Fire of its own", _OWN_FIRE, keys.ASK_FIRE, f'Kind=="fire"&&Side!="$FireSide$"&&{here}'
        ),
        command_others("Have fired", _FIRED, keys.FIRED, 'Kind=="unit"&&Firing==1'),
        command_others(
            "Mark", _MARK, keys.SET_FIRE, 'Kind=="fire"&&Side=="$FireSide$"&&LocationName=="$FromName$"'
        ),
        command_others("Release", _RELEASE, keys.RELEASE, 'Kind=="unit"&&(Firing==1||LeftOut==1)'),
        command_others("Attack home", _HOME, keys.ATTACK_HOME, f'CounterId=="{ATTACK_MARKER}"'),
        set_global("AttackSum", Change(_ZERO, "0")),
        set_global("BestDefence", Change(_ZERO, "0")),
        set_global("Terrain", Change(_ZERO, "0")),
        set_global("D1", Change(_THROW, "{Random(6)}")),
        set_global("D2", Change(_THROW, "{Random(6)}")),
        set_global("AttackTotal", Change(_TOTAL, "{AttackSum+AttackMore+D1+D2}")),
        set_global("DefenceTotal", Change(_TOTAL, "{BestDefence+Terrain+DefenceMore}")),
        set_global("Points", Change(_POINTS, "{AttackTotal>DefenceTotal?AttackTotal-DefenceTotal:0}")),
        *(set_global(name, *_changes(name)) for name in dict.fromkeys([*_CLOSED, "FireState", "Left"])),
        calculated("TargetName", _bare("FireTarget")),
        calculated("FromName", _bare("FireFrom")),
    )


def _changes(name: str) -> list[Change]:
    rolled = {"FireState": Change(_LEFT, "rolled"), "Left": Change(_LEFT, "{Points}")}
    return [Change(_CLOSE_ALL, START[name]), *([rolled[name]] if name in rolled else [])]


def _bare(name: str) -> str:
    """Return an expression for a place without its mark."""
    return f'{name}.length()>1?{name}.substring(1):""'
