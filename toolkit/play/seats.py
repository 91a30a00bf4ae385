"""What comes before any recorded game: who sits down, the set-up, the house rules that are agreed."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path

from toolkit.audit.extensions import extended, extensions_beside, read_extension
from toolkit.audit.module_data import ModuleData, read_module
from toolkit.compile.compiled import CompiledGame
from toolkit.diagnostics import InputError, Place
from toolkit.play.desk import Desk, Sitting
from toolkit.vassal.containers import open_container

_NAMES = ("Anna", "Boris", "Clara", "David")
_IDS = ("first", "second", "third", "fourth")


def players_of(game: CompiledGame) -> dict[str, Sitting]:
    """Return who plays the sides of a game, by the sides' English names."""
    sides = (names.en for names in game.labels.get("side", {}).values())
    return {side: Sitting(name, id, side) for side, name, id in zip(sides, _NAMES, _IDS, strict=False)}


def laid_out(module: Path, setup: str | None = None) -> tuple[ModuleData, str, Desk]:
    """Return a module's data, the id of a set-up, by default the first with units, and a desk with it.

    A set-up may also be that of an extension beside the module, whose counters are in the data then.

    Raises
    ------
    InputError
        ``PLY001`` when the module has no such set-up.
    """
    data = read_module(module)
    container = open_container(module, name=str(module))
    if setup is not None and f"{setup}.vsav" not in container:
        for path in extensions_beside(module).values():
            found = read_extension(path)
            if found is not None and setup in {known.id for known in found[0].setups}:
                data, container = extended(data, [found[0]]), open_container(path, name=str(path))
    setups = {known.id: known for known in data.game.setups if f"{known.id}.vsav" in container}
    filled = (id for id, known in setups.items() if not known.empty)
    chosen = setup or next(filled, next(iter(setups), ""))
    if chosen not in setups:
        known = f"it has {', '.join(setups)}" if setups else "it has none"
        message = f"the module has no set-up '{chosen}'; {known}" if chosen else "the module has no set-up"
        raise InputError.single("PLY001", message, Place(file=str(module)))
    return data, chosen, Desk.of(data, container.read(f"{chosen}.vsav"), players_of(data.game))


def settled(game: CompiledGame) -> dict[str, str]:
    """Return every unclear point at its proposed value."""
    return {option.id: option.default for option in game.options}


def house_rules(
    data: ModuleData, readings: Mapping[str, Sequence[str]], seed: int | None = None
) -> dict[str, str]:
    """Return a value for every unclear point: the proposed ones, or drawn by chance with a seed.

    `readings` are those that the rules of the game know.
    """
    if seed is None:
        return settled(data.game)
    chance = random.Random(seed)
    return {
        option.id: chance.choice(readings[option.id]) if option.id in readings else option.default
        for option in data.game.options
    }


def agree(desk: Desk, rules: Mapping[str, str]) -> None:
    """Set the house rules, each as one step, as the module's menu does; the first player does it."""
    side = next(iter(desk.players))
    for point, value in rules.items():
        if desk.global_value(point):
            desk.set_global(point, value)
            desk.say(f"{side} sets {point} to {value}")
            desk.end_step()
