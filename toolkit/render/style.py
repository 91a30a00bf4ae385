"""A game's style made whole: what it does not say is chosen here, once for map, counters and cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from toolkit.compile.compiled import CompiledGame
from toolkit.render.palette import NEUTRAL, SPARE, army_colours, colours_in_order, paler, readable_on
from toolkit.source.counters import Counter
from toolkit.source.style import COLOURS, Livery, MarkerStyle, SideStyle, Style, by_word
from toolkit.source.style_words import COMMON

_NO_NATION = Livery("#d8d3c4")


def game_style(game: CompiledGame) -> Style:
    """Return a game's style with colours for all its sides, nations, armies and divisions."""
    return dressed(game.style, game.counters, game.labels.get("side", ()))


def dressed(style: Style, counters: Iterable[Counter], sides: Iterable[str] = ()) -> Style:
    """Return a style with colours for whatever it does not speak of, the same for any order of the counters.

    There are more divisions than colours: those of a side that stand together in the file differ.
    """
    listed = tuple(counters)
    armies = army_colours(counter.assignment for counter in listed if counter.assignment is not None)
    for side in dict.fromkeys(counter.side for counter in listed):
        own = [counter.division for counter in listed if counter.side == side]
        armies |= colours_in_order(division for division in own if division is not None)
    nations = sorted({counter.nationality for counter in listed if counter.nationality is not None})
    stated = {side: look.colour for side, look in style.sides.items()}
    colours = stated | _chosen(sides, stated)
    # A nation that is called like a side, and of which nothing else is said, has the side's colour.
    named = {nation: colours[nation] for nation in nations if nation in colours}
    grounds = named | _chosen(
        nations, named | {nation: look.ground for nation, look in style.nations.items()}
    )
    return replace(
        style,
        armies={**armies, **style.armies},
        nations={nation: Livery(ground, readable_on(ground)) for nation, ground in grounds.items()}
        | dict(style.nations),
        sides={side: SideStyle(colour) for side, colour in colours.items()} | dict(style.sides),
    )


def _chosen(names: Iterable[str], stated: dict[str, str]) -> dict[str, str]:
    """Return a colour for each name that none is stated for: the one it is called after, else a spare one."""
    wanted = [name for name in names if name not in stated]
    called = {name: colour for name in wanted if (colour := by_word(COLOURS, name)) is not None}
    taken = {*called.values(), *stated.values()}
    spare = [colour for colour in SPARE if colour not in taken] or list(SPARE)
    others = [name for name in wanted if name not in called]
    return called | {name: spare[i % len(spare)] for i, name in enumerate(others)}


# One thing's look ------------------------------------------------------------------------------------


def side_style(side: str | None, style: Style) -> SideStyle:
    """Return how a side's things look; grey for nobody's."""
    if side is None:
        return SideStyle(NEUTRAL)
    return style.sides.get(side) or SideStyle(by_word(COLOURS, side) or NEUTRAL)


def side_colour(side: str | None, style: Style) -> str:
    """Return a side's colour; grey for nobody's."""
    return side_style(side, style).colour


def town_colour(control: str, style: Style) -> str:
    """Return the fill of a town held by a side at start."""
    look = side_style(control, style)
    return look.town or look.colour


def units_colour(side: str | None, style: Style) -> str:
    """Return the ground of a side's units that turn over when they have acted."""
    look = side_style(side, style)
    return look.units or paler(look.colour, 0.6)


def livery(counter: Counter, style: Style) -> Livery:
    """Return a counter's colours: those of the corps that its class names, else its nation's."""
    words = ((counter.pool_type or "").lower(), (counter.symbol or "").lower())
    for look in style.nations.values():
        begins = tuple(name.lower() for name in look.classes)
        if begins and any(word.startswith(begins) for word in words):
            return look
    return style.nations.get((counter.nationality or "").lower(), _NO_NATION)


def marker_style(role: str | None, style: Style) -> MarkerStyle:
    """Return how a marker looks: as the game says, a side's flag for ``<side>_control``, else as common."""
    found = _marker_style(role, style)
    return replace(found, caption=style.wording.say(found.caption)) if found.caption else found


def _marker_style(role: str | None, style: Style) -> MarkerStyle:
    if role is None:
        return COMMON.markers["info"]
    stated = style.markers.get(role)
    if stated is not None:
        return stated
    side, _, word = role.rpartition("_")
    if side and word == "control":
        return MarkerStyle(side_colour(side, style), "flag", side.replace("_", " ").upper())
    return by_word(COMMON.markers, role) or COMMON.markers["info"]
