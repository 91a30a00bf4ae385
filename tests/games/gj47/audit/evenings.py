"""How evenings begin and go on: the choice of chits, a battle, the supply chit, a whole turn."""

from __future__ import annotations

from tests.games.gj47.audit.human_table import CUP, DRAGS, HAND, KEYS, WITHDRAWN, HumanTable
from toolkit.games.gj47.play.hands import Place

AXIS = ("chit-1pza-a", "chit-4pza-a", "chit-17a", "chit-h2a")
SOVIET = ("chit-vrnz", "chit-sw", "chit-sth", "chit-soviet-reinf")
PAIR = ("ger-inf-376", "ger-inf-389")
"""In 0415, 3 each: with them 0515 (76th Rifle, 2) is attacked at 3-1."""
NEIGHBOURS = ("ger-inf-336", "ger-jg-100")
"""In 0414, 3 and 4: with them 0514 (13th Guards, 3) is attacked at 2-1; nobody else is beside it."""
SECOND_COLUMN: Place = {"map": "Tracks", "at": "Soviet reinforcements 2"}


def choose(t: HumanTable, axis: tuple[str, ...] = AXIS, soviet: tuple[str, ...] = SOVIET) -> None:
    """Fix the starting table, and choose chits."""
    t.start()
    t.choose("Axis", *axis)
    t.choose("Soviet", *soviet)


def open_with_6a(t: HumanTable) -> None:
    """Turn 1: both choose, the Axis plays the chit of Sixth Army."""
    choose(t)
    t.free("chit-6a")


def fight(t: HumanTable, die: int, target: str = "0515", attackers: tuple[str, ...] = PAIR) -> None:
    """Attack a hex."""
    t.declare(target, *attackers)
    t.all_declared()
    t.roll(target, die)


def another_chit(t: HumanTable) -> None:
    """Draw the chit of the Voronezh Front, and use it."""
    t.draw("chit-vrnz", "Soviet")
    t.drag("sov-rifle-15", "0509")
    t.done("chit-vrnz")


def supply(t: HumanTable) -> None:
    """Draw the supply chit."""
    open_with_6a(t)
    t.done("chit-6a")
    t.draw("chit-supply")


def withdraw(t: HumanTable, die: int, *units: str, to: Place = WITHDRAWN, by: str = "") -> None:
    """Roll for the withdrawal, and take units off."""
    t.paper.act_as("Axis")
    t.paper.throw(die)
    if t.style == KEYS:
        t.paper.key("withdrawal-roll", "Ctrl-R")
    else:
        t.die(die)
    for unit in units:
        t.drag(unit, to, by=by)


def reinforcements(t: HumanTable) -> None:
    """Draw the Soviet reinforcements; the number is 1."""
    open_with_6a(t)
    t.done("chit-6a")
    t.draw("chit-soviet-reinf", "Soviet")


def axis_reinforcements(t: HumanTable, die: int, *arrivals: tuple[str, Place]) -> None:
    """Draw the Axis reinforcements and carry them out."""
    choose(t, axis=(*AXIS[:3], "chit-axis-reinf"))
    t.free("chit-6a")
    t.done("chit-6a")
    t.draw("chit-axis-reinf")
    t.paper.throw(die)
    if t.style == KEYS:
        t.paper.key("axis-reinforcement-roll", "Ctrl-R")
    else:
        t.die(die)
    for unit, place in arrivals:
        t.drag(unit, place)
    t.done("chit-axis-reinf")


def rest_of_the_turn(t: HumanTable, *skipped: str) -> None:
    """Draw all other chits; next to nothing is done with them."""
    for chit in (*AXIS, *SOVIET, "chit-supply"):
        if chit in skipped:
            continue
        t.draw(chit, "Soviet" if chit in SOVIET else "Axis")
        if chit == "chit-supply":
            withdraw(t, 6, "ger-inf-88")
        elif chit == "chit-soviet-reinf":
            t.drag("sov-rifle-1", "1306")
            t.drag("marker-soviet-reinforcement", SECOND_COLUMN)
        t.done(chit)


def chits_home(t: HumanTable) -> None:
    """Give all chits of the turn back."""
    if t.style == KEYS:
        t.paper.button("End turn")
        return
    assert t.style == DRAGS
    for chit in ("chit-6a", *AXIS, *SOVIET, "chit-supply"):
        side = "Soviet" if chit in SOVIET else "Axis"
        t.paper.act_as(side)
        t.paper.drag(chit, CUP if chit == "chit-supply" else HAND[side])


def turn_marker(t: HumanTable) -> None:
    """Begin turn 2 on the track and the tracker."""
    t.paper.act_as("Axis")
    t.paper.hotkey("Alt-T")
    t.paper.drag("marker-turn", {"map": "Tracks", "at": "Turn 2"})


def second_turn(t: HumanTable) -> None:
    """Choose anew, and play the first chit of turn 2."""
    choose_again(t)
    t.draw("chit-6a")
    t.drag("ger-inf-44", "0216")
    t.done("chit-6a")


def choose_again(t: HumanTable) -> None:
    """Choose the chits of turn 2."""
    t.choose("Axis", *AXIS[:3], "chit-6a", "chit-h2a")
    t.choose("Soviet", *SOVIET)
