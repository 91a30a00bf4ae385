"""Storm: faces and markers; numbers are those of the printed rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.violations_apart.areas import (
    moments,
    next_step,
    without_values,
)
from tests.violations_apart.kinds import mixed
from tests.violations_apart.planted import Planted, splice
from tests.violations_apart.played import Game
from tests.violations_apart.storm.table import KINDS, WAYS, impulses, no_cards, quiet, standing


@KINDS.offence("SEED 流程3(2)", "SEED 註4", "REF 3.2")
def refreshed_during_the_turn(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程3(2): spent units become fresh at the end of the turn; here one does in the middle, by hand."""
    for step, hand in impulses(game, rng):
        spent = [u for u in WAYS.units(game, hand.table) if hand.props(u)["Face_Level"] == "2"]
        spent = [u for u in spent if quiet(game, u, step)]
        if spent:
            unit = rng.choice(spent)
            hand.change(unit, Face_Level="1")
            yield hand.planted(f"{hand.table.things[unit].name} turned fresh by hand")


@KINDS.offence("SEED 流程3(2)", "SEED 註4", "REF 3.2", "REF 3.3")
def readied_without_a_card(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程3(2): only a card makes a unit fresh before; here the key is pressed without one."""
    for step, hand in impulses(game, rng):
        side = rng.choice(WAYS.sides)
        spent = [u for u in WAYS.units(game, hand.table, side) if hand.props(u)["Face_Level"] == "2"]
        spent = [u for u in spent if quiet(game, u, step)]
        if spent and no_cards(game, step):
            unit = rng.choice(spent)
            hand.decide(unit, "ready", side, Face_Level="1")
            yield hand.planted(
                f"{hand.table.things[unit].name} made fresh without a card", count=1, culprit=side
            )


@KINDS.offence("SEED 註4", "SEED 流程2", "SEED 損傷")
def enemy_unit_turned_spent(game: Game, rng: random.Random) -> Iterator[Planted]:
    """註4, 損傷2: units are spent by acting or by losses; here one is turned over with no reason."""
    for step, hand in impulses(game, rng):
        fresh = [u for u in WAYS.units(game, hand.table) if hand.props(u)["Face_Level"] == "1"]
        fresh = [u for u in fresh if quiet(game, u, step)]
        if fresh:
            unit = rng.choice(fresh)
            hand.change(unit, Face_Level="2")
            yield hand.planted(f"{hand.table.things[unit].name} turned spent by hand")


@KINDS.offence("SEED 流程3(2)", "REF 3.2")
def unit_stays_spent(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程3(2): all spent units become fresh; here one stays spent."""
    for step, _, _ in moments(game, rng, "end_phase"):
        turned = [c.piece for c in game.changes if c.step == step and c.name == "Face_Level"]
        if turned:
            unit = rng.choice(turned)
            new = without_values(game.steps[step - 1], unit, game, "Face_Level", "Act", "Seq", "By")
            end = next_step(game, step + 1, "move", "fire", "play") or step + 1
            what = f"{game.last.things[unit].name} stays spent"
            yield splice(game, step, [new], what, leave_out=1, at=range(step, end + 1))


@KINDS.notice("SEED 攻擊3", "SEED 流程3(3)", "2.1.2")
def fire_marker_taken_off(game: Game, rng: random.Random) -> Iterator[Planted]:
    """流程3(3), 攻擊3(3): fire markers lie till the end of the turn; here one is taken off in between."""
    for _, hand in impulses(game, rng):
        markers = [m for m in hand.pieces(Kind="fire") if m.properties()["Fire"] == "1"]
        if markers:
            hand.change(rng.choice(markers).id, Fire="0")
            yield hand.planted("a fire marker taken off by hand")


@KINDS.notice("SEED 攻擊3", "2.1.2")
def fire_marker_set_for_nothing(game: Game, rng: random.Random) -> Iterator[Planted]:
    """攻擊3(3): a fire marker stands for a fire; here one is set on an area that has not fired."""
    for _, hand in impulses(game, rng):
        markers = [m for m in hand.pieces(Kind="fire") if m.properties()["Fire"] == "0"]
        names = game.module.manifest["areas"]
        markers = [
            m
            for m in markers
            if standing(game, hand.table, names[m.properties()["Area"]], m.properties()["Side"])
        ]
        if markers:
            hand.change(rng.choice(markers).id, Fire="1")
            yield hand.planted("a fire marker set by hand")


@KINDS.notice("SEED 控制", "REF 3.10")
def wrong_control_marker(game: Game, rng: random.Random) -> Iterator[Planted]:
    """控制: who is alone in an area controls it; here the marker of a held area is turned to the enemy."""
    for _, hand in impulses(game, rng):
        for marker in mixed(hand.pieces(Kind="control"), rng):
            props = marker.properties()
            area = game.module.manifest["areas"][props["Area"]]
            if standing(game, hand.table, area, props["Control"]):
                other = WAYS.other(props["Control"])
                hand.change(marker.id, Control=other)
                hand.set(f"Control_{props['Area']}", other)
                yield hand.planted(f"control of {area} turned to {other} by hand")
