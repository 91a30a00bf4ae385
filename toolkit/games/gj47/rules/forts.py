"""Chapters 14.0 and 14.1: building forts (the last step of the supply chit, 11.4)."""

from __future__ import annotations

from dataclasses import replace

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.fort_effects import TOP_LEVEL
from toolkit.games.gj47.rules.lines import reaches
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.sequence import end_chit
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


@rule("14.0", "The Soviets can build two forts in the whole game.", Kind.RESTRICTION)
def markers_left(position: Position) -> int:
    """Return how many forts can still be founded.

    Checks: The markers that no hex has used yet; 14.3(3) judges a building by it.
    Legal: A fort in Voronezh on turn 2, another in Stalingrad on turn 5.
    Illegal: A third one in Astrakhan on turn 7.
    Unclear: U-38, which the text settles: a marker that fell does not come back.
    """
    return min(position.data.forts.markers, max(0, position.turn.fort_markers))


@rule("11.4", "The Soviets may build a fort in a hex with a line of communication.", Kind.PROCEDURE)
@rule("14.1", "Forts are built by the Soviet player in the supply phase.", Kind.PROCEDURE)
def build(position: Position, action: a.BuildFort) -> None:
    """Found or raise forts as it was done; the supply chit is executed then.

    Checks: Lines 1 to 7 say where and how far. The sequence gives the step its place, after the rail box
    (11.0); declining is allowed.
    Legal: After the Axis has moved units by rail, the Soviet player founds a fort in Stalingrad, or builds
    nothing.
    Illegal: A fort is founded when the Soviet reinforcement chit is drawn.
    """
    for h in action.hexes:
        level = position.forts.get(h, 0)
        if not level:
            position.turn = replace(position.turn, fort_markers=max(0, position.turn.fort_markers - 1))
        position.forts[h] = raised(level)
    end_chit(position)


@rule("14.1(1)", "A fort needs a town or major city with a line of communication.", Kind.RESTRICTION)
def site_with_line(position: Position, action: a.BuildFort, rulings: Rulings) -> str | None:
    """Judge the places of a building.

    Checks: That there is a town or city in the hex, and that Soviet lines reach it (3.3): so it is not under
    Axis control either.
    Legal: A fort in Stalingrad while the railway from Saratov is open.
    Illegal: A fort in an encircled town, or in open country.
    Unclear: Those of 3.3: U-15, U-22, U-56, U-66.
    """
    towns = position.data.board.towns
    if any(h not in towns for h in action.hexes):
        return "no town or city in the hex"
    if any(not reaches(position, Owner.SOVIET, h, rulings) for h in action.hexes):
        return "no line of communication to the hex"
    return None


@rule("14.1(2)", "Not in a hex beside an enemy unit.", Kind.RESTRICTION)
def away_from_enemies(position: Position, action: a.BuildFort, _rulings: Rulings) -> str | None:
    """Judge whether enemies stand beside the places of a building.

    Checks: The six hexes around, whatever lies on the hexsides.
    Legal: An Axis division two hexes away.
    Illegal: An Axis division on the other bank of the Volga, beside the city.
    """
    enemies, steps = position.present[Owner.AXIS], position.data.board.steps
    near = any(enemies[n] for h in action.hexes for n, _ in steps[h])
    return "an enemy unit stands beside the hex" if near else None


@rule("14.1(3)", "One level is built in a supply phase.", Kind.RESTRICTION)
def one_level(_position: Position, action: a.BuildFort, rulings: Rulings) -> str | None:
    """Judge how much is built at once.

    Checks: The number of levels added.
    Legal: The level 1 fort of Stalingrad becomes level 2.
    Illegal: A fort is founded in Stalingrad and one in Astrakhan by one supply chit.
    Unclear: U-39, which the text settles: one level in all, not one a hex.
    """
    if len(set(action.hexes)) < len(action.hexes):
        return "two levels in one hex at once"
    if len(action.hexes) > 1 and rulings.says("U-39", "in-all"):
        return f"{len(action.hexes)} levels are built, one is allowed"
    return None


@rule("14.1(4)", "A first fort in a hex is a level 1 fort.", Kind.PROCEDURE)
@rule("14.1(5)", "Building again where a level 1 fort stands makes it level 2.", Kind.PROCEDURE)
def raised(level: int) -> int:
    """Return the level of a fort after building on it; 0 is none.

    Checks: The level 1 marker that appears in a hex without one, and the marker that is flipped; no second
    marker is used.
    Legal: A level 1 marker is put on Stalingrad; later it is flipped.
    Illegal: A level 2 marker is put there at once, or a second marker beside the first.
    """
    return min(level + 1, TOP_LEVEL)


@rule("14.1(6)", "Level 2 is the highest.", Kind.RESTRICTION)
def below_the_top(position: Position, action: a.BuildFort, _rulings: Rulings) -> str | None:
    """Judge that no fort is raised above level 2.

    Checks: The level that stands in the hex before.
    Legal: Building on a level 1 fort.
    Illegal: Building on a level 2 fort.
    """
    if any(position.forts.get(h, 0) >= TOP_LEVEL for h in action.hexes):
        return "the fort has level 2 already"
    return None


@rule(
    "14.1(7)",
    "A fort that lost a level can be raised again, and a hex whose fort fell can get another.",
    Kind.DEFINITION,
)
def may_build(position: Position, h: int, rulings: Rulings) -> bool:
    """Return whether a level can be built in hex `h` now, whatever stood there before.

    Checks: The conditions of the other lines, and nothing of the hex's past.
    Legal: The second marker is used in the hex where the first one fell.
    Illegal: See 14.3(3).
    Unclear: U-38, which the text settles: the hex may be fortified again, but with the other marker.
    """
    action = a.BuildFort((h,))
    return all(
        judge(position, action, rulings) is None
        for judge in (below_the_top, markers_once, away_from_enemies, site_with_line)
    )


def sites(position: Position, rulings: Rulings) -> tuple[int, ...]:
    """Return the hexes where a level can be built now."""
    return tuple(h for h in sorted(position.data.board.towns) if may_build(position, h, rulings))


@rule(
    "14.3(3)",
    "There are two fort markers; one that is taken off the map is not used again.",
    Kind.RESTRICTION,
)
def markers_once(position: Position, action: a.BuildFort, _rulings: Rulings) -> str | None:
    """Judge that a new fort has a marker that was not used before.

    Checks: The number of hexes without a fort where one is founded, against the markers left.
    Legal: The second fort of the game.
    Illegal: A third one, although one of the first two has fallen.
    Unclear: U-38, which the text settles.
    """
    new = sum(h not in position.forts for h in set(action.hexes))
    return "no fort marker is left" if new > markers_left(position) else None
