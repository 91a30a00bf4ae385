"""Units: they move, fire, take points, come and go.  What each key leaves in a log: docs/storm_log.md."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.games.storm.module import keys
from toolkit.games.storm.module.impulses import BEGIN, impulses
from toolkit.games.storm.module.places import AIM, controlled, is_ferry, next_place
from toolkit.module.area_table import AreaTable
from toolkit.module.cards import send_to_slot
from toolkit.module.control import ASK_CONTROL, HOLDS, asks_control, holding
from toolkit.module.counters import MAIN_MAP, image
from toolkit.module.decisions import consequence, decision, memory, spoken
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
from toolkit.source.counters import Counter
from toolkit.vassal.traits import Part

_FLIP = named("flipFace")
_SPEND = named("spendFace")
_REFRESH = named("freshFace")
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
_ADD_ATTACK = named("addAttack")
_BEST = named("bestDefence")
_TO_ELIMINATED = named("goEliminated")
_TO_WITHDRAWN = named("goWithdrawn")
_CLAIM = named("claimWithdrawal")
_NOTE_FOR = named("noteFor")
_CLAIM_OVER = named("claimOver")

_ACTS = (
    "move", "ferry", "fire", "fired", "leave_out", "loss_spend", "loss_retreat", "loss_drive",
    "loss_eliminate", "lost", "ready", "pay", "turn", "back", "return",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class UnitLook:
    """Pictures that units share, and the size of a counter in pixels."""

    px: int
    firing: str
    left_out: str


def unit_piece(counter: Counter, table: AreaTable, look: UnitLook, moved: Key) -> Piece:
    """Return the piece of a unit; `moved` is what the main map sends to pieces that were moved."""
    leaves = _withdrawal(counter, table)
    acts = (*_ACTS, *(("arrive",) if counter.entry else ()), *(_LEAVING if leaves else ()))
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
        stepped(layer("Face", [Level(), Level(spent_image(counter), "+ (spent)")], loop=True), _FLIP),
        marker(**_facts(counter, table)),
    )
    side = table.sides.get(counter.side or "", "None")
    return Piece(counter.id, counter.gpid, counter.names.en, image(counter), parts, look.px, (side, "Units"))


def spent_image(counter: Counter) -> str:
    """Return the file name of a unit's spent face."""
    return f"unit_{counter.id}_spent.png"


def _keyed(key: Key, menu: str, *words: str, when: str = "") -> Part:
    """Return a key that means one of several decisions, by the unit's face or place.

    The first whose condition holds must leave those after it without theirs.
    """
    return trigger(menu, [named(f"do_{word}") for word in words], key=key, menu=menu, when=when)


def _impulse() -> tuple[Part, ...]:
    acts = [_NOTE_FROM, _SPEND, BEGIN]
    return (
        _keyed(keys.MOVE, "Moves: turns spent, drag it before or after", "move", "ferry"),
        *decision(
            "move",
            named("do_move"),
            "",
            acts,
            says="$PlayerSide$: $oldPieceName$ moves",
            when="InFerry==0",
        ),
        *decision(
            "ferry",
            named("do_ferry"),
            "",
            acts,
            says="$PlayerSide$: $oldPieceName$ leaves $LocationName$",
            when="InFerry==1",
        ),
    )


def _fire() -> tuple[Part, ...]:
    return (
        *decision(
            "fire",
            keys.FIRE,
            "Fires / does not",
            [_NOTE_FROM, _TOGGLE_FIRE, _FIRE_SIDE],
            first=[_IF_OLD],
        ),
        report(
            [_TOGGLE_FIRE],
            "$PlayerSide$: $newPieceName$ in $LocationName$ does not fire",
            ("Firing==1", "$PlayerSide$: $newPieceName$ fires from $LocationName$"),
        ),
        trigger("Fire at this area", [_AIM, _CALL_ATTACK], key=keys.AIM, menu="Fire at this area"),
        trigger(
            "Fire and roll",
            [_AIM, _CALL_ATTACK, _CALL_ROLL],
            key=keys.AIM_AND_ROLL,
            menu="Fire at this area and roll",
        ),
        *decision(
            "leave_out",
            keys.LEAVE_OUT,
            "Is not fired on / is",
            [_TOGGLE_OUT],
        ),
        report(
            [_TOGGLE_OUT],
            "$PlayerSide$: $newPieceName$ in $LocationName$ is fired on",
            ("LeftOut==1", "$PlayerSide$: $newPieceName$ in $LocationName$ is not fired on"),
        ),
        trigger("Old fire", [_OLD_FIRE], watch=[_IF_OLD], when='FireState=="rolled"'),
        command_others("Old fire", _OLD_FIRE, keys.OLD_FIRE, 'CounterId=="fire-desk"'),
        command_others("Attack marker", _CALL_ATTACK, keys.ATTACK_HERE, 'CounterId=="attack"'),
        command_others("Roll", _CALL_ROLL, keys.ROLL, 'CounterId=="fire-desk"'),
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
    # Once it has gone it suffers nothing more: who drags first and then presses the key means one retreat.
    there = '(LossIn!=FireNo||"@"+LocationName==FireTarget)'
    spent, fresh = "Face_Level==2", "Face_Level==1"
    costs = [Change(named(f"points_{points}"), f"{points}") for points in (1, 2, 3)]
    left = [Change(named(f"points_{points}"), f"{{Left-{points}}}") for points in (1, 2, 3)]
    return (
        trigger("Retreats", [named("do_spent_1"), named("do_fresh_2")], watch=[moved], when=_GOES),
        # What a spent unit suffers comes first: a fresh one is spent by what it suffers.
        _keyed(
            keys.ONE_POINT, "1 point: fresh turns spent, spent retreats", "spent_1", "fresh_1", when=there
        ),
        _keyed(
            keys.TWO_POINTS,
            "2 points: fresh turns and retreats, spent is lost",
            "spent_2",
            "fresh_2",
            when=there,
        ),
        _keyed(keys.THREE_POINTS, "3 points: fresh is lost", "fresh_3", when=there),
        *_loss("retreat", "spent_1", [], "retreats for 1", spent),
        *_loss("spend", "fresh_1", [_SPEND], "is spent for 1", fresh),
        *_loss("eliminate", "spent_2", [_TO_ELIMINATED], "is eliminated for 2", spent),
        *_loss("drive", "fresh_2", [_SPEND], "is spent and retreats for 2", fresh),
        *_loss("eliminate", "fresh_3", [_TO_ELIMINATED], "is eliminated for 3", fresh),
        set_global("Left", *left),
        dynamic("Cost", 0, *costs),
        dynamic("LossIn", 0, Change(_NOTE_LOSS, "{FireNo}")),
    )


_GOES = (
    'FireState=="rolled"&&Side!=FireSide&&"@"+OldLocationName==FireTarget&&"@"+LocationName!=FireTarget'
    '&&(InArea==1||InFerry==1)&&LossIn!=FireNo&&Left>=(Face_Level==2?1:2)&&!(Seq==Step&&(Act=="move"||Act=="ferry"))'
)


def _loss(word: str, at: str, effects: list[Key], says: str, when: str) -> tuple[Part, ...]:
    """Return one line of the loss table; `at` is a face and a number of points."""
    return decision(
        f"loss_{word}",
        named(f"do_{at}"),
        "",
        [_NOTE_LOSS, *effects],
        says=f"$PlayerSide$: $oldPieceName$ in $LocationName$ {says}, $Left$ left",
        when=when,
        first=[named(f"points_{at[-1]}")],
    )


def _by_cards() -> tuple[Part, ...]:
    return (
        *decision(
            "ready",
            keys.READY,
            "Fresh again, by a card",
            [_REFRESH],
            says="$PlayerSide$: $newPieceName$ is fresh again",
        ),
        *decision(
            "pay",
            keys.PAY,
            "Spent to pay for a card",
            [_SPEND],
            says="$PlayerSide$: $oldPieceName$ pays for a card",
        ),
        *decision(
            "back",
            keys.BACK,
            "Sent back by a card: then drag it",
            says="$PlayerSide$: $oldPieceName$ goes back from $LocationName$",
        ),
        *decision(
            "return",
            keys.RETURN,
            "Comes back spent, by a card: then drag it",
            [_SPEND],
            says="$PlayerSide$: $oldPieceName$ comes back",
        ),
        *decision(
            "turn", keys.TURN, "Turn by hand", [_FLIP], says="$PlayerSide$: $oldPieceName$ turned by hand"
        ),
    )


def _arrival(counter: Counter, table: AreaTable) -> tuple[Part, ...]:
    parts: list[Part] = []
    for key, area in zip(keys.ARRIVE, counter.entry, strict=False):
        name = table.areas.name(area)
        go = named(f"enter_{area}")
        parts += decision(
            "arrive",
            key,
            f"Arrives: {name}",
            [go],
            says=f"$PlayerSide$: $newPieceName$ arrives in {name}",
        )
        parts.append(send_to_slot(go, MAIN_MAP, table.areas.spot(area).name))
    return tuple(parts)


_LEAVING = ("replaced", "withdraw")


def _withdrawal(counter: Counter, table: AreaTable) -> tuple[Part, ...]:
    """Return how units of a side with black counters leave (10.4): itself, or another in its place."""
    box = f"withdrawn-{counter.side}"
    if not any(row.id == box for row in table.rows):
        return ()
    words = ("replaced", "withdraw") if counter.withdraws else ("withdraw",)
    lost = "Lost==1"
    replaced = (
        decision(
            "replaced",
            named("do_replaced"),
            "",
            [_CLAIM],
            says="$PlayerSide$: another unit withdraws in place of $oldPieceName$",
            when=lost,
        )
        if counter.withdraws
        else ()
    )
    mine = "{Unit}" if counter.withdraws else "{WithdrawFor}"
    return (
        _keyed(keys.WITHDRAW, "Withdraws; lost: another one does", *words),
        *replaced,
        *decision(
            "withdraw",
            named("do_withdraw"),
            "",
            [_NOTE_FOR, _CLAIM_OVER, _TO_WITHDRAWN],
            says="$PlayerSide$: $oldPieceName$ withdraws from $LocationName$",
            when="Lost==0",
        ),
        dynamic("For", "", Change(_NOTE_FOR, mine), note="black unit in whose place it withdrew"),
        set_global("WithdrawFor", Change(_CLAIM, "{Unit}"), Change(_CLAIM_OVER, "")),
        send_to_slot(_TO_WITHDRAWN, MAIN_MAP, f"{{{next_place(table.row(box))}}}"),
    )


def _ends() -> tuple[Part, ...]:
    return decision(
        "lost",
        keys.LOST,
        "Eliminated: nowhere to go",
        [_TO_ELIMINATED],
        says="$PlayerSide$: $oldPieceName$ in $LocationName$ has nowhere to go and is eliminated",
    )


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
        # Without a note of its own: what a turn's end does is told once, by the desk.
        trigger("Refreshed", [_REFRESH], watch=[keys.REFRESH], when="Face_Level==2"),
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
        trigger("Fresh", [_FLIP], watch=[_REFRESH], when="Face_Level==2"),
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
