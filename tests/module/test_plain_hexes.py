"""The module of a game on hexes without code of its own: plain keys, places, house rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.module.engine_3_6 import walk
from toolkit.compile.compiled import CompiledGame
from toolkit.diagnostics import ToolkitError
from toolkit.module.build import game_parts, text_entries
from toolkit.module.equipment import Equipment
from toolkit.module.parts import ModuleParts
from toolkit.vassal.buildfile import read_build_file
from toolkit.vassal.traits import Trigger


@pytest.fixture(scope="module")
def plain(game: CompiledGame, equipment: Equipment) -> ModuleParts:
    """Return the parts of GJ47's counters and map as if no code knew them."""
    counters = tuple(counter for counter in game.counters if counter.kind != "chit")
    setups = tuple(
        replace(setup, in_boxes={c: box for c, box in setup.in_boxes.items() if not c.startswith("chit")})
        for setup in game.setups
    )
    markers = tuple(spec for spec in equipment.markers if spec.kind in ("plain", "flip"))
    other = replace(game, id="elsewhere", counters=counters, setups=setups[:1])
    return game_parts(other, replace(equipment, markers=markers))


def test_menus_speak_of_no_game(plain: ModuleParts) -> None:
    menus = {
        part.trait.menu
        for piece in plain.pieces
        for part in piece.spread()
        if isinstance(part.trait, Trigger)
    }
    assert menus - {""} <= {"Turn over", "Eliminate", "To pool", "Back to the tray", "Flip", "Marks off"}


def test_every_picture_is_drawn_and_the_build_file_read(plain: ModuleParts) -> None:
    entries = text_entries(plain)
    built = read_build_file(entries["buildFile.xml"])
    assert len(list(built.slots())) == len(plain.pieces)
    pictures = {item.get("image") for item in walk(plain.root) if item.get("image")}
    assert pictures <= set(plain.drawings)


def test_what_only_code_can_make_is_refused(game: CompiledGame, equipment: Equipment) -> None:
    with pytest.raises(ToolkitError, match="chits, the marker battle of kind battle"):
        game_parts(replace(game, id="elsewhere"), equipment)
