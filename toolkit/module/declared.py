"""What a module offers for rules that are data: keys of units, buttons, charts, help.

The keys are those of the gesture table (`toolkit.module.declared_gestures`); of the clauses is read what
`toolkit.module.declared_game` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Final

from toolkit.compile.compiled import CompiledGame
from toolkit.module import declared_gestures as g
from toolkit.module.area_toolbar import phase_tracker
from toolkit.module.art import Drawing
from toolkit.module.buildfile import Component
from toolkit.module.cards import hand_mask, of_sides, opened
from toolkit.module.counters import MAIN_MAP, levels
from toolkit.module.decisions import STEP, memory, spoken
from toolkit.module.declared_game import BattleDice, Declared, chooses, clauses_of, declared
from toolkit.module.expressions import CARDS, DICE, told
from toolkit.module.house_rules import property_button
from toolkit.module.keys import Key, ctrl, named
from toolkit.module.toolbar import Pressed, Send, action
from toolkit.module.traits import (
    Change,
    calculated,
    dynamic,
    label,
    layer,
    marker,
    report,
    send_to,
    set_global,
    setter,
    stepped,
    trigger,
)
from toolkit.module.windows import SOLITAIRE
from toolkit.module.workshop import Workshop
from toolkit.render.cards import draw_own_view
from toolkit.render.counters import draw_counter
from toolkit.render.style import game_style
from toolkit.source.counters import Counter
from toolkit.vassal.traits import Part

Spot = tuple[str, int, int]
"""Map name and pixel."""

_FLIPPED: Final = named("flipFace")
_DOWN, _UP, _LAST = named("loseFace"), named("restoreFace"), named("ifLastStep")
_DEAD, _GONE = named("goEliminated"), named("sayEliminated")
_NEW, _JOIN, _LEAVE = named("newBattle"), named("joinBattle"), named("leaveBattle")
_TARGETED, _ATTACKS = named("isTarget"), named("isAttacker")
_NEXT: Final = named("nextStatus")
_BEARS: Final = named("bearsCard")
_SHOWN: Final = named("showHidden")
OWN_VIEW: Final = "hidden_own.png"
_THROW, _THROW_OWN, _NO_DICE = named("throwDice"), named("throwOwnDice"), named("noDice")
_NO_PART, _MARKED = named("noPart"), named("markThrown")
_CALL, _ENLIST = named("callBattle"), named("joinCalled")
_CLEAR, _MARKS_OFF = ctrl("K", shift=True), named("battleMarksOff")
_IS_GONE: Final = g.UNIT[g.ELIMINATE].says
_SUMS: Final = ("AttackSum", "DefenceSum")


def set_up_faces(game: CompiledGame) -> dict[str, dict[str, str]]:
    """Return what the units say in a set-up that are set up on their reduced face, by counter."""
    return {counter.id: {"Face_Level": "2"} for counter in game.counters if _is_set_up_reduced(game, counter)}


def _is_set_up_reduced(game: CompiledGame, counter: Counter) -> bool:
    for clause in clauses_of(game, "set_up"):
        if chooses(clause.get("units", {}), counter):
            return bool(clause.get("faces") == "reduced") and counter.reduced is not None
    return False


# Units -----------------------------------------------------------------------------------------------


def unit_parts(counter: Counter, game: Declared, shop: Workshop, eliminated: Spot | None) -> tuple[Part, ...]:
    """Return the traits of a unit: its keys, its faces, what it remembers.

    Parameters
    ----------
    eliminated : (map name, x, y) or None
        Its place among the eliminated; without one it has no key for it.
    """
    half = shop.equipment.counter_px // 2
    lies_hidden = counter.id in game.hidden
    words = [gesture.word for gesture in g.UNIT if has_key(game, gesture.word, counter)]
    battle = _battle(game, counter) if game.fights else ()
    status = g.UNIT.decided(g.CHANGE, first=[_NEXT]) if game.statuses else ()
    shown = g.UNIT.decided(g.REVEAL, [_SHOWN]) if lies_hidden else ()
    bears = g.UNIT.decided(g.BEAR, first=[_BEARS]) if game.bearing else ()
    return (
        *spoken((*battle, *_losses(counter, eliminated), *_faces(counter), *status, *shown, *bears)),
        *(_tags(half, counter.id in game.supports) if game.fights else ()),
        trigger("Marks off", [_LEAVE], watch=[_CLEAR], when=_marked(counter.id in game.supports)),
        *(_battle_state(game, counter) if game.fights else ()),
        *(_status_state(game, half) if game.statuses else ()),
        *([set_global(g.BEARER, Change(_BEARS, "{CounterId}"))] if game.bearing else []),
        *(_strengths(counter, game, shop) if game.fights else ()),
        *(() if eliminated is None else (send_to(_DEAD, *eliminated), report([_GONE], _IS_GONE))),
        *memory(*words),
        # What follows lies under the mask, where the other side neither sees nor reaches it: the faces.
        *(_hidden_state(counter, shop) if lies_hidden else ()),
        *_face_state(counter),
        marker(
            CounterId=counter.id,
            Kind="unit",
            Side=shop.side_name(counter.side),
            Nationality=counter.nationality or "",
            Steps=max(len(counter.faces), 1),
        ),
    )


def has_key(game: Declared, word: str, counter: Counter | None = None) -> bool:
    """Return whether units, or one of them, have a key of the gesture table."""
    hides = bool(game.hidden) if counter is None else counter.id in game.hidden
    supports = bool(game.supports) if counter is None else counter.id in game.supports
    throws = bool(game.throws) if counter is None else counter.id in game.throws
    battle = {g.ALSO: game.wide, g.ROLL: bool(game.dice), g.CALL: game.calls}
    own = {g.CHANGE: bool(game.statuses), g.REVEAL: hides, g.SUPPORT: supports, g.THROW: throws}
    own[g.BEAR] = bool(game.bearing)
    return (battle | own).get(word, True)


def hidden_image(side: str | None) -> str:
    """Return the picture of what the other side sees of a side's hidden units."""
    return f"hidden_{side}.png"


def _hidden_state(counter: Counter, shop: Workshop) -> tuple[Part, ...]:
    """Return the mask of a unit that lies hidden at first, and what takes it off."""
    side = shop.side_name(counter.side)
    mask = hand_mask(hidden_image(counter.side), OWN_VIEW, "a hidden unit", of_sides(side, SOLITAIRE))
    return (opened(_SHOWN), replace(mask, state=f"{side};false|0"))


def hidden_drawings(game: CompiledGame, px: int) -> dict[str, Drawing]:
    """Return the pictures that hidden units need."""
    found = declared(game)
    first = {} if found is None else {c.side: c for c in reversed(game.counters) if c.id in found.hidden}
    style = game_style(game)
    backs = {hidden_image(side): partial(draw_counter, one, "back", style) for side, one in first.items()}
    views = {OWN_VIEW: partial(draw_own_view, (px, px))} if first else {}
    return {name: Drawing(draw, (px, px)) for name, draw in (backs | views).items()}


def _battle(game: Declared, counter: Counter) -> tuple[Part, ...]:
    """Return the keys by which a unit takes part in battles."""
    call = [_CALL] if game.calls else []
    firsts = {
        g.TARGET: [_NEW, _JOIN, _TARGETED, _NO_DICE, *call],
        g.ALSO: [_JOIN, _TARGETED, _NO_DICE],
        g.ATTACK: [_JOIN, _ATTACKS, _NO_DICE],
        g.ROLL: [_THROW],
        g.CALL: call,
        g.SUPPORT: [_ENLIST],
        g.THROW: [_THROW_OWN, _NO_PART, _MARKED],
    }
    known = (
        part for word, first in firsts.items() if has_key(game, word, counter) for part in _key(word, first)
    )
    return tuple(known)


def _key(word: str, first: Sequence[Key]) -> tuple[Part, ...]:
    return g.UNIT.decided(word, first=list(first))


def _battle_state(game: Declared, counter: Counter) -> tuple[Part, ...]:
    """Return what a unit remembers of its battle."""
    thrown = [Change(_THROW, f"{{{_throw(game.dice)}}}")] if game.dice else []
    supports = counter.id in game.supports
    numbers, parts = list[Change](), list[Change]()
    if counter.id in game.throws:
        # Who only throws for his side has no part of his own; his dice show until the marks are taken off.
        thrown.append(Change(_THROW_OWN, f"{{{game.throws[counter.id].thrown}}}"))
        parts.append(Change(_NO_PART, f'{{{g.BATTLE}>0?{g.ROLE}:""}}'))
        numbers.append(Change(_MARKED, f"{{{_marked(supports)}?{g.BATTLE}:{g.BATTLES}}}"))
    return (
        dynamic(
            g.BATTLE,
            0,
            Change(_JOIN, f"{{{g.BATTLES}}}"),
            Change(_LEAVE, "0"),
            *numbers,
            note="number of its battle",
        ),
        dynamic(
            g.ROLE,
            "",
            Change(_TARGETED, g.DEFENDER),
            Change(_ATTACKS, g.ATTACKER),
            *parts,
            note="its part in the battle",
        ),
        *([_supported()] if supports else []),
        dynamic(g.DICE, 0, *thrown, Change(_NO_DICE, "0"), note="what its battle, or it, rolled"),
        set_global(g.BATTLES, Change(_NEW, f"{{{g.BATTLES}+1}}"), note="battles so far"),
        *([set_global(g.CALLED, Change(_CALL, f"{{{g.BATTLE}}}"))] if game.calls else []),
    )


def _supported() -> Part:
    """Return what a unit remembers of the battle that it supports, whatever its own is."""
    changes = Change(_ENLIST, f"{{{g.CALLED}}}"), Change(_LEAVE, "")
    return dynamic(g.SUPPORTS, "", *changes, note="number of the battle that it supports")


def _marked(supports: bool) -> str:
    """Return an expression that holds for units with marks of a battle."""
    return f'({g.BATTLE}>0||{g.SUPPORTS}!="")' if supports else f"{g.BATTLE}>0"


def _status_state(game: Declared, half: int) -> tuple[Part, ...]:
    """Return what a unit is in, and the label that shows it; the key goes on to the next, and to nothing."""
    ids = ("", *game.statuses)
    following = "".join(f'{g.STATUS}=="{now}"?"{then}":' for now, then in pairwise(ids))
    text = told("", *((f'{g.STATUS}=="{id}"', id.replace("_", " ")) for id in game.statuses))
    return (
        dynamic(g.STATUS, "", Change(_NEXT, f'{{{following}""}}'), note="what it is in"),
        label(text, size=12, ink="255,255,255", ground="60,60,60", x=0, y=half - 9, name="StatusTag"),
    )


def _throw(dice: Sequence[BattleDice]) -> str:
    """Return the roll for a battle as an expression: by the phase where tables have other dice."""
    first, *others = dice
    thrown = first.thrown
    for other in others:
        if other.thrown != first.thrown:
            asked = "||".join(f'Phase=="{phase}"' for phase in other.phases)
            thrown = f"({asked}?({other.thrown}):({thrown}))"
    return thrown


def _strengths(counter: Counter, game: Declared, shop: Workshop) -> tuple[Part, ...]:
    """Return what the chat says of a battle: printed strengths as units lie, before anything changes them.

    Defenders are all units of a side in a place where a battle was declared on one of them.
    """
    sides = list(shop.game.labels["side"])
    mine = sides.index(counter.side) if counter.side in sides else 0
    attack, defence = (_now(counter, "attack"), _now(counter, "defence"))
    in_battle = f'"{{%s=="+{g.BATTLE}+"}}"'
    attacking, defending = (in_battle % name for name in ("AttackIn", "DefendIn"))
    return (
        calculated("AttackIn", f'{g.ROLE}=="{g.ATTACKER}"?{g.BATTLE}:0'),
        calculated("DefendIn", f'{g.ROLE}=="{g.DEFENDER}"?{g.BATTLE}:0'),
        calculated("AttackNow", attack),
        *(calculated(f"Defence{i}", "DefenceNow" if i == mine else "0") for i in range(len(sides))),
        calculated("DefenceNow", defence),
        calculated("DefenceHere", f'SumLocation("Defence{mine}")'),
        calculated("AttackSum", f'Sum("AttackNow",{attacking},"{MAIN_MAP}")'),
        calculated("DefenceSum", f'Sum("DefenceHere",{defending},"{MAIN_MAP}")'),
        # What is hidden must not show in a sum.
        calculated(g.ODDS, '"some hidden"' if game.hidden else _odds(ratio=game.ratio)),
    )


def _now(counter: Counter, what: str) -> str:
    """Return a printed strength of the face that shows, as an expression."""
    if not counter.faces:
        return str(counter.combat or 0)
    front, *others = (getattr(face, what) for face in counter.faces)
    return "".join(f"Face_Level=={at}?{other}:" for at, other in enumerate(others, 2)) + str(front)


def _odds(*, ratio: bool) -> str:
    """Return two strengths in words, with their ratio to a tenth or their difference."""
    both = 'AttackSum+" : "+DefenceSum'
    if not ratio:
        return f'{both}+", "+(AttackSum>=DefenceSum?"+":"")+(AttackSum-DefenceSum)'
    more, less = (
        f'(10*{a}/{b})/10+((10*{a}/{b})%10==0?"":"."+(10*{a}/{b})%10)' for a, b in (_SUMS, _SUMS[::-1])
    )
    beaten = f'AttackSum>=DefenceSum?", "+{more}+":1":", 1:"+{less}'
    return f'{both}+(AttackSum<=0||DefenceSum<=0?"":{beaten})'


def _tags(half: int, supports: bool) -> tuple[Part, ...]:
    """Return what is shown on a unit: its battles, and on the one that is attacked the dice."""
    more = f'+({g.SUPPORTS}!=""?"S"+{g.SUPPORTS}:"")' if supports else ""
    text = f'{{({g.BATTLE}>0?{g.ROLE}+{g.BATTLE}:""){more}}}'
    dice = f'{{{_marked(supports)}&&{g.DICE}!="0"?""+{g.DICE}:""}}'
    return (
        label(text, size=12, ink="255,255,255", ground="150,20,20", x=0, y=9 - half, name="BattleTag"),
        label(dice, size=14, ink="0,0,0", ground="255,240,120", x=0, y=26 - half, name="DiceTag"),
    )


def _losses(counter: Counter, eliminated: Spot | None) -> tuple[Part, ...]:
    two = counter.reduced is not None
    found: tuple[Part, ...] = ()
    if two or eliminated is not None:
        found += g.UNIT.decided(g.LOSE, [_LAST, _DOWN] if two else [_GONE, _DEAD])
    if eliminated is not None:
        found += g.UNIT.decided(g.ELIMINATE, [_DEAD])
    return found


def _faces(counter: Counter) -> tuple[Part, ...]:
    if counter.reduced is None:
        return ()
    return (*g.UNIT.decided(g.RESTORE, [_UP]), *g.UNIT.decided(g.FLIP, [_FLIPPED]))


def _face_state(counter: Counter) -> tuple[Part, ...]:
    faces = levels(counter)
    if not faces:
        return ()
    last = len(faces)
    back = [_FLIPPED] * (last - 1)
    return (
        trigger("Last step", [_GONE, _DEAD], watch=[_LAST], when=f"Face_Level=={last}"),
        trigger("Step lost", [_FLIPPED], watch=[_DOWN], when=f"Face_Level<{last}"),
        # Round and round: the face before is the last but one of those that follow.
        trigger("Step restored", back, watch=[_UP]),
        stepped(layer(g.FACE, faces, loop=True), _FLIPPED),
    )


# Toolbar ---------------------------------------------------------------------------------------------


def start_values(game: Declared) -> dict[str, str]:
    """Return the properties of the module that keys count."""
    rolls = {g.WEATHER, *(g.weather_of(roll.id) for roll in game.weather)}
    called = ({g.CALLED: "0"} if game.calls else {}) | ({g.BEARER: ""} if game.bearing else {})
    return {STEP: "0", g.BATTLES: "0", g.ENDED: "", g.DRAWN: "", **called, **dict.fromkeys(sorted(rolls), "")}


# The number in front keeps two presses in a row from looking like one that is put back.
_AGAIN = '({0}.startsWith("1")?"2":{0}.startsWith("2")?"3":"1")+"/"+Turn+"/"+Phase+"/"+PlayerSide'


def settings(game: Declared | None) -> dict[str, Sequence[Component]]:
    """Return the buttons of the toolbar that write a property of the module, by the property."""
    return {} if game is None else _done(game) | _weather(game) | _drawn(game)


def _weather(game: Declared) -> dict[str, Sequence[Component]]:
    """Return the buttons that roll for the weather and the like."""
    found: dict[str, Sequence[Component]] = {}
    for roll in game.weather:
        thrown = '+","+'.join([f"Random({roll.faces})"] * roll.count)
        what = g.weather_of(roll.id)
        button = property_button(
            roll.name.capitalize(),
            f"Roll for the {roll.name}, once when its phase comes",
            setter(f'{{{_AGAIN.format(what)}+"/"+{thrown}}}'),
            f"{DICE}$PlayerSide$ rolls for the {roll.name}: $newValue$",
        )
        found[what] = [button]
    return found


def _drawn(game: Declared) -> dict[str, Sequence[Component]]:
    """Return the button that draws a chit; one that was drawn before counts for nothing."""
    if not game.chits:
        return {}
    one = f'"{",".join(game.chits)}".split(",")[Random({len(game.chits)})-1]'
    button = property_button(
        "Draw chit",
        "Draw the next chit; one that was drawn before in the phase is put back: draw again",
        setter(f'{{{_AGAIN.format(g.DRAWN)}+"/"+{one}}}'),
        f"{CARDS}$PlayerSide$ draws a chit: $newValue$",
    )
    return {g.DRAWN: [button]}


def _done(game: Declared) -> dict[str, Sequence[Component]]:
    """Return the button of a player who is done while the other still acts in the phase."""
    if not game.joint:
        return {}
    button = property_button(
        "Done",
        "You are done with this phase, or with this impulse; the other player acts",
        setter(f"{{{_AGAIN.format(g.ENDED)}}}"),
        "$PlayerSide$ is done",
    )
    return {g.ENDED: [button]}


def buttons(game: Declared | None) -> Iterator[Component]:
    """Yield the buttons of battles."""
    if game is not None and game.fights:
        yield Send("Battle marks off", _MARKS_OFF, _CLEAR, _marked(bool(game.supports)), 0).component()
        yield action("Clear battles", "Take the marks of battles off", _CLEAR, [_MARKS_OFF], "")


def tracker(game: Declared) -> Component:
    """Return turns and phases; the next phase takes off the marks of battles."""
    pressed = Pressed(_MARKS_OFF) if game.fights else None
    return phase_tracker(game.turns, [phase.name for phase in game.phases], pressed)
