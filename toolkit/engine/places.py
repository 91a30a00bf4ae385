"""Whether the engine calls the places of an area game as we do: every point of every area, every slot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from toolkit.diagnostics import Severity
from toolkit.engine.game import GameMap, OpenModule

if TYPE_CHECKING:
    from toolkit.engine.report import EngineReport

_SHOWN = 10


@dataclass(frozen=True, slots=True)
class NamedPlace:
    """A place of the manifest: map name, location name, board pixel."""

    map: str
    name: str
    x: int
    y: int


def named_places(manifest: Mapping[str, Any]) -> Iterator[NamedPlace]:
    """Return every point of every area and every slot that a manifest names."""
    main = str(manifest["map_name"])
    for area, points in manifest.get("spots", {}).items():
        for x, y in points:
            yield NamedPlace(main, str(manifest["areas"][area]), int(x), int(y))
    for window, slots in manifest.get("slots", {}).values():
        for name, x, y in slots:
            yield NamedPlace(str(window), str(name), int(x), int(y))


def check_places(report: EngineReport, game: OpenModule, manifest: Mapping[str, Any]) -> None:
    """Compare the engine's location names with ours; a piece that is dropped there stays there."""
    by_map: dict[str, list[NamedPlace]] = {}
    for place in named_places(manifest):
        by_map.setdefault(place.map, []).append(place)
    maps = {name: found for found in game.maps() for name in (found.id, found.name)}
    wrong = compared = 0
    for name, places in by_map.items():
        target = maps.get(name)
        if target is None or not target.boards:
            report.add("ENG033", Severity.ERROR, f"the module shows no map {name!r} with a board")
            continue
        said = _said(game, target, places)
        compared += len(said)
        for place, called, snapped, at in said:
            if called == place.name == snapped and at == (place.x, place.y):
                continue
            wrong += 1
            if wrong <= _SHOWN:
                message = (
                    f"at {place.x}, {place.y} of {place.map}, which is {place.name!r}, the engine says "
                    f"{called!r} and snaps to {snapped!r} at {at[0]}, {at[1]}"
                )
                report.add("ENG035", Severity.ERROR, message, place=place.name, said=called)
    report.facts |= {"places_compared": compared, "places_wrong": wrong}


def _said(
    game: OpenModule, target: GameMap, places: list[NamedPlace]
) -> list[tuple[NamedPlace, str, str, tuple[int, int]]]:
    left, top = target.boards[0].x, target.boards[0].y
    locations = game.locate(target.id, [(place.x + left, place.y + top) for place in places])
    return [
        (place, said.name, said.snapped_name, (said.snapped[0] - left, said.snapped[1] - top))
        for place, said in zip(places, locations, strict=True)
    ]
