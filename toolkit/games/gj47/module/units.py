"""Units and headquarters: what their keys do, and the properties that a log shows afterwards.

One key is one logged step: a trigger writes what was done (`Act`), under which chit (`Seq`), by which side
(`By`) and where (`At`) into the piece, then does it.
"""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.games.gj47.gestures import HEADQUARTERS, UNIT
from toolkit.module.cards import send_to_slot
from toolkit.module.counters import HERE, ON_MAP, image, memory, noted, noting
from toolkit.module.expressions import LOSS, told
from toolkit.module.keys import Key, alt, ctrl, named
from toolkit.module.pieces import Piece, Prototype
from toolkit.module.traits import (
    Change,
    Level,
    area,
    calculated,
    command_others,
    dynamic,
    following,
    label,
    layer,
    marker,
    moved_mark,
    report,
    send_to,
    set_global,
    stepped,
    trail,
    trigger,
)
from toolkit.module.workshop import OwnPlace, Workshop
from toolkit.source.counters import Counter
from toolkit.vassal.traits import Part

MOVED = ctrl("M")
TRAIL = ctrl("T")
RANGE = alt("R")
ZOC = alt("Z")

CHIT = "ChitSeq"
"""Global property: the number of the chit in play."""

BATTLES = "BattlesOut"
"""Global property: a letter for each battle marker, ``x`` for those on the map."""
FREE_BATTLE = "FreeBattle"
"""Global property: the number of the marker that comes to the next battle."""
TARGET = "AimedAt"
"""Global property: the counter on whose hex a battle is declared."""

# Named commands between pieces and buttons.
CHIT_ACTIVATES = named("chitActivates")
ACTIVATED = named("activated")
SET_DEFENDER = named("setDefender")
CLEAR_BATTLE = named("clearBattle")
END_CHIT = named("endChit")
PLACE_BATTLE = named("placeBattle")
RESUME_BATTLE = named("resumeBattle")
COUNT_BATTLE = named("countBattle")

# Named commands inside a piece.
_STEP = named("takeStep")
_FLIP = named("flip")
_FULL = named("fullStrength")
_DEAD = named("goEliminated")
_POOL = named("goPool")
_TOGGLE = named("toggleActive")
_OTHERS = named("activateOthers")
_FORM = named("marchFormation")
_AIM = named("aim")
_POINT = named("pointOut")
_SUMMON = named("summonBattle")
_RESUME = named("resume")
_SAME = named("sameBattle")
_NEW = named("newBattle")
_TELL = named("tellBattle")
_CLEAR = named("clearMarks")
_CLEAR_TRAIL = named("clearTrail")
REINFORCEMENT_BOX = "ReinforcementBox"
"""Global property: the column of the reinforcement track on which the number marker lies."""


@dataclass(frozen=True, slots=True)
class Look:
    """Pictures that units share, and the size of a counter in pixels."""

    side: int
    active: str
    moved: str


def unit_prototypes(look: Look) -> dict[str, Prototype]:
    """Return the prototypes of units and headquarters by name."""
    marks = Prototype("Unit marks", _marks(look), "rim, moved mark, trail, zone of control")
    losses = Prototype("Unit losses", _losses(), "steps lost, elimination, return to the pool")
    battle = Prototype("Unit battle", _battle(look), "attacks and defence")
    unit = Prototype("Unit orders", _unit_orders(), "activation of a combat unit")
    hq = Prototype("Headquarters orders", _hq_orders(), "activation of a headquarters")
    properties = Prototype("Unit memory", _memory(), "what was done last")
    return {part.name: part for part in (marks, losses, battle, unit, hq, properties)}


def _memory() -> tuple[Part, ...]:
    return (
        *memory(*((word, noting(word)) for word in UNIT.words), under=CHIT),
        dynamic(
            "ActIn", 0, Change(_TOGGLE, "{ActIn==ChitSeq?0:ChitSeq}"), Change(ACTIVATED, "{ChitSeq}"),
            Change(_CLEAR, "0"), note="number of the chit that activated the unit",
        ),
        dynamic(
            "March", 0, Change(_FORM, "{March==1?2:1}"), Change(_CLEAR, "0"),
            note="1 for march formation, 2 when that was taken back",
        ),
        dynamic(
            "LossIn", "", Change(noting("loss"), "{CurBattle}"), Change(noting("eliminate"), "{CurBattle}"),
            Change(noting("supply_loss"), "supply"), Change(_CLEAR, ""),
            note="battle that cost the last step",
        ),
    )  # fmt: skip


def _marks(look: Look) -> tuple[Part, ...]:
    half = look.side // 2
    who, how = "$PlayerSide$: $newPieceName$, $Where$,", "in march formation"
    return (
        following(layer("Active", [Level(), Level(look.active)]), "ActIn"),
        report([UNIT["march"].key], f"{who} no longer moves {how}", ("March==1", f"{who} moves {how}")),
        label(
            told("", ("March==1", "MARCH")), size=10, ink="255,255,255", ground="60,110,60", x=-half + 21,
            y=half - 8, name="MarchTag",
        ),
        noted("March", UNIT["march"], [_FORM]),
        trigger("Chit ends", [_CLEAR, _CLEAR_TRAIL], watch=[END_CHIT]),
        moved_mark(MOVED, look.moved, half - 14, half - 14, "Moved mark"),
        trail(TRAIL, "Movement trail", _CLEAR_TRAIL),
        area(ZOC, "Zone of control", "200,30,30", 25),
    )  # fmt: skip


def _losses() -> tuple[Part, ...]:
    supply, gone = UNIT["supply_loss"].key, f"!({ON_MAP})"
    return (
        report(
            [UNIT["loss"].key],
            f"{LOSS}$PlayerSide$: $oldPieceName$ loses a step, $Where$, battle $LossIn$",
            (gone, f"{LOSS}$PlayerSide$: $oldPieceName$ loses its last step, battle $LossIn$"),
        ),
        report(
            [supply],
            f"{LOSS}$PlayerSide$: $oldPieceName$ loses a step, $Where$, out of supply",
            (gone, f"{LOSS}$PlayerSide$: $oldPieceName$ loses its last step, out of supply"),
        ),
        report([UNIT["eliminate"].key], f"{LOSS}$PlayerSide$: $oldPieceName$ is eliminated, $Where$"),
        report([UNIT["pool"].key], "$PlayerSide$: $oldPieceName$ goes back to its pool"),
        noted("Lose a step", UNIT["loss"], [_STEP]),
        noted("Supply loss", UNIT["supply_loss"], [_STEP]),
        noted("Eliminate", UNIT["eliminate"], [_DEAD]),
        noted("To pool", UNIT["pool"], [_FULL, _POOL]),
        # The inner one acts first: a unit that flips now must not be taken off by the same key.
        trigger("First step", [_FLIP], watch=[_STEP], when="Steps==2&&Step_Level==1"),
        trigger("Last step", [_DEAD], watch=[_STEP], when="Steps==1||Step_Level==2"),
    )


def _battle(look: Look) -> tuple[Part, ...]:
    half = look.side // 2
    words = told("", ('AttackIn!="0"', "A$AttackIn$"), ('DefendIn!="0"', "D$DefendIn$"))
    return (
        label(
            words, size=13, ink="255,255,255", ground="190,30,30", x=-half + 12, y=-half + 9, name="BattleTag"
        ),
        report(
            [UNIT["attack"].key],
            "$PlayerSide$: $newPieceName$, $Where$, attacks $Aim$ in battle $AttackIn$",
            ('AttackIn=="0"', "$PlayerSide$: $newPieceName$, $Where$, does not attack"),
        ),
        noted("Attack", UNIT["attack"], [_AIM, _TELL],
        ),
        command_others("Count again", _TELL, COUNT_BATTLE, 'Kind=="battle"&&Number==CurBattle'),
        *declaring(),
        dynamic(
            "AttackIn", 0, Change(_AIM, "{AttackIn==CurBattle?0:CurBattle}"), Change(CLEAR_BATTLE, "0"),
            Change(_CLEAR, "0"), note="battle in which the unit attacks",
        ),
        dynamic("From", "", Change(_AIM, HERE), note="hex it attacks from"),
        calculated("Aim", "CurTarget.substring(1)", note="hex of the current battle"),
        dynamic(
            "Across", 0,
            Change(
                _AIM,
                '{RiverSides.indexOf("|"+LocationName.trim()+"/"+CurTarget.substring(1)+"|")>=0?1:0}',
            ),
            note="1 for an attack across a river side",
        ),
        dynamic(
            "DefendIn", 0, Change(SET_DEFENDER, "{CurBattle}"), Change(CLEAR_BATTLE, "0"),
            Change(_CLEAR, "0"), note="battle in which the unit defends",
        ),
        calculated("AttackNow", "Steps==2&&Step_Level==2?AttackReduced:AttackFull"),
        calculated("DefenceNow", "Steps==2&&Step_Level==2?DefenceReduced:DefenceFull"),
    )  # fmt: skip


def declaring() -> tuple[Part, ...]:
    """Return the key on a counter under attack: the first free battle marker comes to its hex.

    Where it is attacked already, its battle becomes the current one again.
    """
    declares = UNIT["declare"]
    return (
        # The battle that is there comes first: with a new one there would be one.
        trigger("Declare", [_SAME, _NEW], key=declares.key, menu=declares.menu.en, when=ON_MAP),
        trigger("Its battle", [_RESUME], watch=[_SAME], when="DefendIn>0"),
        trigger("New battle", [_POINT, _SUMMON], watch=[_NEW], when="DefendIn==0"),
        set_global(TARGET, Change(_POINT, "{CounterId}"), note="counter under attack"),
        # Kept while they are called: the first that comes makes the next one free.
        set_global(FREE_BATTLE, Change(_POINT, f'{{{BATTLES}.indexOf(".")+1}}'), note="first free marker"),
        command_others("Next battle", _SUMMON, PLACE_BATTLE, f'Kind=="battle"&&Number=={FREE_BATTLE}'),
        command_others("Its battle", _RESUME, RESUME_BATTLE, 'Kind=="battle"&&Number==$DefendIn$'),
    )


def _unit_orders() -> tuple[Part, ...]:
    return (
        report(
            [UNIT["activate"].key],
            "$PlayerSide$: $newPieceName$, $Where$, is activated",
            ("ActIn==0", "$PlayerSide$: $newPieceName$, $Where$, is not active"),
        ),
        noted("Activate", UNIT["activate"], [_TOGGLE]),
    )


def _hq_orders() -> tuple[Part, ...]:
    orders = [ACTIVATED, _OTHERS]
    return (
        # A headquarters beside the map leads nobody, and its chit has no effect (13.0(3)).
        report(
            [UNIT["activate"].key, CHIT_ACTIVATES],
            "$newPieceName$ is not on the map: no effect",
            (ON_MAP, "$newPieceName$, $Where$, activates its units within $CommandRange$"),
        ),
        noted("Activate", HEADQUARTERS["activate"], orders, watch=[CHIT_ACTIVATES], when=ON_MAP),
        command_others(
            "Units in range", _OTHERS, ACTIVATED, f'Kind=="unit"&&Nationality=="$Nationality$"&&{ON_MAP}',
            within_property="CommandRange",
        ),
        area(RANGE, "Command range", "40,90,200", 20, radius_property="CommandRange"),
    )  # fmt: skip


def unit_piece(counter: Counter, shop: Workshop, prototypes: dict[str, Prototype]) -> Piece:
    """Return the piece of a unit or headquarters."""
    orders = "Headquarters orders" if counter.kind == "hq" else "Unit orders"
    parts: list[Part | Prototype] = [
        # The menu's order: what is needed most comes first.
        prototypes[orders],
        prototypes["Unit battle"],
        prototypes["Unit losses"],
        prototypes["Unit marks"],
        prototypes["Unit memory"],
        *_destinations(counter, shop),
    ]
    if counter.reduced is not None:
        levels = [Level(), Level(image(counter, reduced=True), "+ (reduced)")]
        parts.append(stepped(layer("Step", levels), _FLIP, _FULL))
    parts.append(marker(**_facts(counter, shop)))
    return Piece(
        counter.id, counter.gpid, counter.names.en, image(counter), tuple(parts),
        shop.equipment.counter_px, group(counter, shop),
    )  # fmt: skip


def group(counter: Counter, shop: Workshop) -> tuple[str, ...]:
    """Return the palette path of a counter."""
    side = shop.side_name(counter.side)
    if counter.kind == "hq":
        return (side, "Headquarters")
    if counter.kind != "unit":
        return ("Markers", "Chits" if counter.kind == "chit" else "Counter sheet")
    return (side, army(counter))


def army(counter: Counter) -> str:
    """Return the army or line of a counter's set-up, ``"Reserve"`` for the pool."""
    return counter.assignment or "Reserve"


def _facts(counter: Counter, shop: Workshop) -> dict[str, str | int]:
    full, reduced = counter.full, counter.reduced or counter.full
    facts: dict[str, str | int] = {
        "CounterId": counter.id,
        "Kind": counter.kind,
        "Side": shop.side_name(counter.side),
        "Nationality": counter.nationality or "",
        "Class": counter.pool_type or counter.kind,
        "Army": army(counter),
        "Mechanised": int(counter.mechanised),
        "Steps": counter.steps,
    }
    if counter.command_range is not None:
        facts["CommandRange"] = counter.command_range
    if full is not None and reduced is not None:
        facts |= {"AttackFull": full.attack, "DefenceFull": full.defence, "Movement": full.movement}
        facts |= {"AttackReduced": reduced.attack, "DefenceReduced": reduced.defence}
    return facts


def _destinations(counter: Counter, shop: Workshop) -> list[Part]:
    """Return where the counter goes when lost and to the pool: to a place of its own."""
    headquarters = [c.id for c in shop.game.counters if c.kind == "hq" and c.side == counter.side]
    traits = []
    rail = shop.places.own("rail", counter.side)
    column = shop.places.own("reinforcement", counter.side)
    dead = shop.own_place(counter, "eliminated")
    if counter.kind == "hq" and rail is not None:
        # 13(2): a lost headquarters comes back with the next reinforcements, from the rail box ...
        traits.append(_to_place(_DEAD, OwnPlace(*rail, headquarters.index(counter.id))))
    elif counter.kind == "hq" and column is not None:
        # ... or from the column of the reinforcement track in which the number marker lies, beside it.
        beside = f"${REINFORCEMENT_BOX}$#{headquarters.index(counter.id) + 2}"
        traits.append(send_to_slot(_DEAD, column[0].name, beside))
    elif dead is not None:
        traits.append(_to_place(_DEAD, dead))
    pool = shop.own_place(counter, "pool")
    return [*traits, *([_to_place(_POOL, pool)] if pool is not None else [])]


def _to_place(key: Key, place: OwnPlace) -> Part:
    return send_to(key, *place.at())
