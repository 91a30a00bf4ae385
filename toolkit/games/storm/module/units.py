"""Units: they move, fire, take points, come and go.  What each key does: ``gestures.yaml``."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.games.storm import gestures as g
from toolkit.games.storm.module import keys
from toolkit.games.storm.module.impulses import BEGIN, impulses
from toolkit.games.storm.module.places import AIM, controlled, is_ferry, next_place
from toolkit.module.area_table import AreaTable
from toolkit.module.cards import send_to_slot
from toolkit.module.control import ASK_CONTROL, HOLDS, asks_control, holding
from toolkit.module.counters import MAIN_MAP, image
from toolkit.module.decisions import consequence, memory, spoken
from toolkit.module.gestures import Gesture
from toolkit.module.keys import Key, named
from toolkit.module.pieces import Piece
from toolkit.module.traits import (
    Change,
    Level,
    calculated,
    command_others,
    dynamic,
    following,
    layer,
    marker,
    report,
    set_global,
    stepped,
    trigger,
)
from toolkit.module.windows import SOLITAIRE
from toolkit.source.counters import Counter
from toolkit.vassal.traits import Part

_FLIP = named("flipFace")
_SPEND = named("spendFace")
_NOTE_FROM = named("noteFrom")
_TOGGLE_FIRE = named("toggleFiring")
_STOP_FIRE = named("stopFiring")
_FIRE_SIDE = named("setFireSide")
_IF_OLD = named("ifOldFire")
_OLD_FIRE = named("callOldFire")
_TOGGLE_OUT = named("toggleLeftOut")
_BACK_IN = named("backIn")
_NOTE_LOSS = named("noteLoss")
_AIM = named("aimHere")
_CALL_ATTACK = named("callAttack")
_CALL_ROLL = named("callRoll")
_CALL_GROUP = named("callGroup")
_CALL_TARGET = named("callTarget")
_ADD_ATTACK = named("addAttack")
_BEST = named("bestDefence")
_TO_ELIMINATED = named("goEliminated")
_TO_WITHDRAWN = named("goWithdrawn")
_CLAIM = named("claimWithdrawal")
_NOTE_FOR = named("noteFor")
_CLAIM_OVER = named("claimOver")


@dataclass(frozen=True, slots=True)
class UnitLook:
    """Pictures that units share, and the size of a counter in pixels."""

    px: int
    firing: str
    left_out: str


def unit_piece(counter: Counter, table: AreaTable, look: UnitLook, moved: Key) -> Piece:
    """Return the piece of a unit; `moved` is what the main map sends to pieces that were moved."""
    leaves = _withdrawal(counter, table)
    acts = (
        *g.UNIT.words,
        *(g.ARRIVING.words if counter.entry else ()),
        *(g.LEAVING.words if leaves else ()),
    )
    parts = (
        *spoken(
            (
                *_impulse(),
                *_fire(),
                *_losses(moved),
                *_by_cards(),
                *_arrival(counter, table),
                *leaves,
                *_ends(),
            )
        ),
        *_marks(look),
        *_counted(),
        trigger("Arrived", [ASK_CONTROL], watch=[moved]),
        asks_control(),
        *_state(counter, table),
        *impulses("move", "Side", '"@"+LocationName', table),
        *memory(*acts),
        # A turn's end makes forty fresh at once: by the layer's own key, told once by the desk.
        stepped(
            layer("Face", [Level(), Level(spent_image(counter), "+ (spent)")], loop=True), _FLIP, keys.REFRESH
        ),
        marker(**_facts(counter, table)),
    )
    side = table.sides.get(counter.side or "", "None")
    return Piece(counter.id, counter.gpid, counter.names.en, image(counter), parts, look.px, (side, "Units"))


def spent_image(counter: Counter) -> str:
    """Return the file name of a unit's spent face."""
    return f"unit_{counter.id}_spent.png"


def _keyed(gesture: Gesture, *words: str, when: str = "") -> Part:
    """Return a key that means one of several decisions, by the unit's face or place.

    The first whose condition holds must leave those after it without theirs.
    """
    menu = gesture.menu.en
    return trigger(menu, [named(f"do_{word}") for word in words], key=gesture.key, menu=menu, when=when)


def _impulse() -> tuple[Part, ...]:
    acts = [_NOTE_FROM, _SPEND, BEGIN]
    return (
        _keyed(g.UNIT["move"], "move", "ferry"),
        *g.UNIT.decided("move", acts, called=named("do_move")),
        *g.UNIT.decided("ferry", acts, called=named("do_ferry")),
    )


def _fire() -> tuple[Part, ...]:
    aim, both, together = g.UNIT["aim"], g.UNIT["aim_and_roll"], g.UNIT["fire_together"]
    # Who plays alone has both sides' units selected, and the second gets the key when the first has fired.
    alone = f'PlayerSide=="{SOLITAIRE}"&&NextSide==Side&&!(FireState=="rolled"&&"@"+LocationName==FireTarget)'
    mine = f"(PlayerSide==Side||({alone}))"
    aimed = "InArea==1"  # no box has a place for the marker
    return (
        *g.UNIT.decided("fire", [_NOTE_FROM, _TOGGLE_FIRE, _FIRE_SIDE], first=[_IF_OLD]),
        report(
            [_TOGGLE_FIRE],
            "$PlayerSide$: $newPieceName$ in $LocationName$ does not fire",
            ("Firing==1", "$PlayerSide$: $newPieceName$ fires from $LocationName$"),
        ),
        trigger(aim.menu.en, [_AIM, _CALL_ATTACK], key=aim.key, menu=aim.menu.en, when=aimed),
        trigger(
            "Fire and roll", [_AIM, _CALL_ATTACK, _CALL_ROLL], key=both.key, menu=both.menu.en, when=aimed
        ),
        trigger(
            together.menu.en,
            [_CALL_GROUP, _CALL_TARGET, _CALL_ROLL],
            key=together.key,
            menu=together.menu.en,
            when=f"Face_Level==1&&InArea==1&&{mine}",
        ),
        command_others(
            "Its area",
            _CALL_GROUP,
            g.UNIT["fire"].key,
            'Kind=="unit"&&Face_Level==1&&Firing==0&&Side=="$Side$"&&LocationName=="$LocationName$"',
        ),
        command_others(
            "Target", _CALL_TARGET, aim.key, 'Kind=="unit"&&InArea==1&&Side!="$Side$"&&(""+Selected)=="true"'
        ),
        *g.UNIT.decided("leave_out", [_TOGGLE_OUT]),
        report(
            [_TOGGLE_OUT],
            "$PlayerSide$: $newPieceName$ in $LocationName$ is fired on",
            ("LeftOut==1", "$PlayerSide$: $newPieceName$ in $LocationName$ is not fired on"),
        ),
        trigger("Old fire", [_OLD_FIRE], watch=[_IF_OLD], when='FireState=="rolled"'),
        command_others("Old fire", _OLD_FIRE, keys.OLD_FIRE, 'CounterId=="fire-desk"'),
        command_others("Attack marker", _CALL_ATTACK, keys.ATTACK_HERE, 'CounterId=="attack"'),
        command_others("Roll", _CALL_ROLL, g.FIRE_DESK["roll"].key, 'CounterId=="fire-desk"'),
        set_global("AimAt", Change(_AIM, f'{{LocationName+"#{AIM} 1"}}')),
        set_global("FireSide", Change(_FIRE_SIDE, "{Side}")),
        set_global("FireFrom", Change(_FIRE_SIDE, '{"@"+LocationName}')),
        dynamic("Firing", 0, Change(_TOGGLE_FIRE, "{1-Firing}"), Change(_STOP_FIRE, "0")),
        dynamic("LeftOut", 0, Change(_TOGGLE_OUT, "{1-LeftOut}"), Change(_BACK_IN, "0")),
    )


def _losses(moved: Key) -> tuple[Part, ...]:
    """Return loss points: the key is the cost, the unit's face says what it buys (SEED 損傷2).

    A unit that is dragged out of the area fired on says with that what it suffers, where its key did not.
    """
    # The firers may be selected still.  Once a unit has gone it suffers nothing more: who drags first and
    # then presses the key means one retreat.
    there = 'Side!=FireSide&&(LossIn!=FireNo||"@"+LocationName==FireTarget)'

    costs = [Change(named(f"points_{points}"), f"{points}") for points in (1, 2, 3)]
    left = [Change(named(f"points_{points}"), f"{{Left-{points}}}") for points in (1, 2, 3)]
    return (
        trigger("Retreats", [named("do_spent_1"), named("do_fresh_2")], watch=[moved], when=_GOES),
        # What a spent unit suffers comes first: a fresh one is spent by what it suffers.
        _keyed(g.UNIT["points_1"], "spent_1", "fresh_1", when=there),
        _keyed(g.UNIT["points_2"], "spent_2", "fresh_2", when=there),
        _keyed(g.UNIT["points_3"], "fresh_3", when=there),
        *_loss("retreat", "spent_1", []),
        *_loss("spend", "fresh_1", [_SPEND]),
        *_loss("eliminate", "spent_2", [_TO_ELIMINATED]),
        *_loss("drive", "fresh_2", [_SPEND]),
        *_loss("eliminate", "fresh_3", [_TO_ELIMINATED]),
        set_global("Left", *left),
        dynamic("Cost", 0, *costs),
        dynamic("LossIn", 0, Change(_NOTE_LOSS, "{FireNo}")),
    )


_GOES = (
    'FireState=="rolled"&&Side!=FireSide&&"@"+OldLocationName==FireTarget&&"@"+LocationName!=FireTarget'
    '&&(InArea==1||InFerry==1)&&LossIn!=FireNo&&Left>=(Face_Level==2?1:2)&&!(Seq==Step&&(Act=="move"||Act=="ferry"))'
)


def _loss(word: str, at: str, effects: list[Key]) -> tuple[Part, ...]:
    """Return one line of the loss table; `at` is a face and a number of points."""
    face, _, points = at.partition("_")
    return g.UNIT.decided(
        f"loss_{word}",
        [_NOTE_LOSS, *effects],
        first=[named(f"points_{points}")],
        called=named(f"do_{at}"),
        face={"fresh": "1", "spent": "2"}[face],
        points=points,
    )


def _by_cards() -> tuple[Part, ...]:
    return (
        *g.UNIT.decided("ready", [keys.REFRESH]),
        *g.UNIT.decided("pay", [_SPEND]),
        *g.UNIT.decided("back"),
        *g.UNIT.decided("return", [_SPEND]),
        *g.UNIT.decided("turn", [_FLIP]),
    )


def _arrival(counter: Counter, table: AreaTable) -> tuple[Part, ...]:
    parts: list[Part] = []
    for number, area in enumerate(counter.entry[: len(g.ARRIVING["arrive"].keys)]):
        name = table.areas.name(area)
        go = named(f"enter_{area}")
        parts += g.ARRIVING.decided("arrive", [go], at=number, where=name)
        parts.append(send_to_slot(go, MAIN_MAP, table.areas.spot(area).name))
    return tuple(parts)


def _withdrawal(counter: Counter, table: AreaTable) -> tuple[Part, ...]:
    """Return how units of a side with black counters leave (10.4): itself, or another in its place."""
    box = f"withdrawn-{counter.side}"
    if not any(row.id == box for row in table.rows):
        return ()
    words = g.LEAVING.words if counter.withdraws else ("withdraw",)
    replaced = (
        g.LEAVING.decided("replaced", [_CLAIM], called=named("do_replaced")) if counter.withdraws else ()
    )
    mine = "{Unit}" if counter.withdraws else "{WithdrawFor}"
    return (
        _keyed(g.LEAVING["withdraw"], *words),
        *replaced,
        *g.LEAVING.decided("withdraw", [_NOTE_FOR, _CLAIM_OVER, _TO_WITHDRAWN], called=named("do_withdraw")),
        dynamic("For", "", Change(_NOTE_FOR, mine), note="black unit in whose place it withdrew"),
        set_global("WithdrawFor", Change(_CLAIM, "{Unit}"), Change(_CLAIM_OVER, "")),
        send_to_slot(_TO_WITHDRAWN, MAIN_MAP, f"{{{next_place(table.row(box))}}}"),
    )


def _ends() -> tuple[Part, ...]:
    return g.UNIT.decided("lost", [_TO_ELIMINATED])


def _marks(look: UnitLook) -> tuple[Part, ...]:
    half = look.px // 2
    return (
        following(layer("Fires", [Level(), Level(look.firing)], x=-half + 10, y=-half + 10), "Firing"),
        following(layer("Out", [Level(), Level(look.left_out)], x=half - 10, y=-half + 10), "LeftOut"),
    )


def _counted() -> tuple[Part, ...]:
    """Return what the fire makes a unit do: it adds its values, is spent when it has fired."""
    return (
        trigger("Adds its attack", [_ADD_ATTACK], watch=[keys.COUNT_FIRER]),
        trigger("Best defence", [_BEST], watch=[keys.COUNT_DEFENDER], when="DefenceNow>BestDefence"),
        consequence("fired", keys.FIRED, [_SPEND, _STOP_FIRE]),
        trigger("No longer firing", [_STOP_FIRE], watch=[keys.RELEASE], when="Firing==1"),
        trigger("No longer left out", [_BACK_IN], watch=[keys.RELEASE], when="LeftOut==1"),
        set_global("AttackSum", Change(_ADD_ATTACK, "{AttackSum+Attack}")),
        set_global("BestDefence", Change(_BEST, "{DefenceNow}")),
        calculated("DefenceNow", "Face_Level==2?SpentDefence:Defence"),
    )


def _state(counter: Counter, table: AreaTable) -> tuple[Part, ...]:
    box = table.row(f"eliminated-{counter.side}")
    ferries = "|".join(name for area, name in table.areas.names().items() if is_ferry(table, area))
    return (
        dynamic("From", "", Change(_NOTE_FROM, '{"@"+LocationName}'), note="where it moved or fired from"),
        trigger("Spent", [_FLIP], watch=[_SPEND], when="Face_Level==1"),
        send_to_slot(_TO_ELIMINATED, MAIN_MAP, f"{{{next_place(box)}}}"),
        calculated("Lost", f'LocationName=="{box.title}"?1:0'),
        calculated("InFerry", f'"|{ferries}|".indexOf("|"+LocationName+"|")>=0?1:0'),
        in_area(table),
    )


def in_area(table: AreaTable) -> Part:
    """Return the property that says whether a piece stands in an area that can be fired on."""
    names = "|".join(table.areas.name(area) for area in controlled(table))
    return calculated("InArea", f'"|{names}|".indexOf("|"+LocationName+"|")>=0?1:0')


def unit_key(counter: Counter) -> str:
    """Return a unit's spelling in properties that hold ids."""
    return f"@{counter.id}"


def _facts(counter: Counter, table: AreaTable) -> dict[str, str | int]:
    fresh = counter.fresh
    return {
        "CounterId": counter.id,
        "Unit": unit_key(counter),
        "Kind": "unit",
        "Side": table.sides.get(counter.side or "", "None"),
        "Class": counter.unit_class or "",
        "Division": counter.division or "",
        "Attack": fresh.attack if fresh is not None else 0,
        "Defence": fresh.defence if fresh is not None else 0,
        "Movement": fresh.movement if fresh is not None else 0,
        "SpentDefence": counter.spent_defence or 0,
        "Withdraws": int(counter.withdraws),
        "Enters": counter.enters or 0,
        HOLDS: holding(counter.side or "", table),
    }
