"""Pieces: the palette, keys, names, and that numbers and texts stay when other things change."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from dataclasses import replace

import pytest

from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.module.build import make_parts
from toolkit.geometry.map import Place
from toolkit.module.equipment import Equipment
from toolkit.module.parts import ModuleParts
from toolkit.module.pieces import Piece
from toolkit.vassal import traits as vassal
from toolkit.vassal.buildfile import BuildFile
from toolkit.vassal.traits import (
    AreaOfEffect,
    Clone,
    Delete,
    Key,
    Layer,
    Moved,
    Part,
    ReturnToDeck,
    SendTo,
    Trail,
    Trigger,
)


def _strokes(part: Part) -> Iterator[Key]:
    """Keys of the keyboard that a trait answers."""
    trait = part.trait
    keys: tuple[Key, ...] = ()
    if isinstance(trait, Trigger):
        keys = (trait.trigger_key,)
    elif isinstance(trait, Moved):
        keys = (trait.moved_key,)
    elif isinstance(trait, Trail):
        keys = (trait.trail_key,)
    elif isinstance(trait, AreaOfEffect):
        keys = (trait.area_key,)
    elif isinstance(trait, Layer):
        keys = (trait.activate_key, trait.increase_key, trait.decrease_key, trait.reset_key)
    elif isinstance(trait, SendTo):
        keys = (trait.send_key,)
    elif isinstance(trait, ReturnToDeck):
        keys = (trait.return_key,)
    yield from (key for key in keys if key and key.name is None)


def test_every_slot_has_its_own_gpid(parts: ModuleParts, built: BuildFile) -> None:
    gpids = [slot.gpid for slot in built.slots()]
    assert all(gpids)
    assert [gpid for gpid, count in Tally(gpids).items() if count > 1] == []
    assert len(gpids) == len(parts.pieces) == len(parts.shop.game.counters) + 18
    assert int(built.root.get("nextPieceSlotId", "0")) > max(map(int, gpids))


def test_the_slot_knows_its_gpid_and_counter(parts: ModuleParts, built: BuildFile) -> None:
    counters = {str(counter.gpid): counter.id for counter in parts.shop.game.counters}
    for slot in built.slots():
        assert slot.piece is not None
        assert slot.piece.basic_state.gpid == slot.gpid
        properties = built.expand(slot.piece).properties()
        if slot.gpid in counters:
            assert properties["CounterId"] == counters[slot.gpid]
            assert "Side" in properties


def test_prototypes_spell_out_to_what_a_game_holds(parts: ModuleParts, built: BuildFile) -> None:
    for piece, slot in zip(_in_palette_order(parts), built.slots(), strict=True):
        assert slot.piece is not None
        expanded = built.expand(slot.piece)
        in_game = piece.in_game("1", "Main Map", 3, 4)
        assert expanded.type == in_game.type
        states = [part.state for part in expanded.parts[:-1]]
        assert states == [part.state for part in vassal.Piece.parse(in_game.type, in_game.state).parts[:-1]]


def _in_palette_order(parts: ModuleParts) -> list[Piece]:
    order: dict[str, dict[str, list[Piece]]] = {}
    for piece in parts.pieces:
        order.setdefault(piece.group[0], {}).setdefault(piece.group[1], []).append(piece)
    return [piece for groups in order.values() for found in groups.values() for piece in found]


def test_no_key_does_two_things_on_one_piece(parts: ModuleParts) -> None:
    for piece in parts.pieces:
        strokes = [key.write() for part in piece.spread() for key in _strokes(part)]
        assert [key for key, count in Tally(strokes).items() if count > 1] == [], piece.id


def test_units_cannot_be_deleted_or_copied(parts: ModuleParts) -> None:
    for piece in parts.pieces:
        assert not any(isinstance(part.trait, Clone | Delete) for part in piece.spread())


def test_the_designed_keys_are_there(parts: ModuleParts) -> None:
    by_id = {piece.id: piece for piece in parts.pieces}

    def keys(name: str) -> set[str]:
        return {key.write() for part in by_id[name].spread() for key in _strokes(part)}

    unit = {"70,130", "69,130", "77,130", "84,130", "65,130", "66,130", "90,520"}
    assert unit <= keys("ger-pz-9")
    assert unit | {"82,520"} <= keys("ger-hq-6a")
    assert "66,520" in keys("sov-rifle-162")
    assert "66,520" in keys("fort-1")
    assert "82,130" in keys("battle-1")


@pytest.fixture(scope="module")
def texts(parts: ModuleParts) -> dict[str, tuple[int, str]]:
    return {piece.id: (piece.gpid, piece.palette_text()) for piece in parts.pieces}


def test_a_new_counter_leaves_all_others_alone(
    game: CompiledGame, equipment: Equipment, texts: dict[str, tuple[int, str]]
) -> None:
    model = next(counter for counter in game.counters if counter.id == "ger-pz-9")
    new = replace(model, id="ger-pz-99", gpid=900, short="99Pz")
    after = make_parts(replace(game, counters=(new, *game.counters)), equipment)
    found = {piece.id: (piece.gpid, piece.palette_text()) for piece in after.pieces}
    assert found.pop("ger-pz-99")[0] == 900
    assert found == texts


def test_a_new_town_changes_no_piece(
    game: CompiledGame, equipment: Equipment, texts: dict[str, tuple[int, str]]
) -> None:
    taken = {place.hex for place in game.map.places}
    free = next(h for h in range(len(game.map.grid)) if h not in taken)
    town = Place("newtown", {"en": "Newtown"}, "town", free, "soviet", (0.0, 0.0))
    grown = replace(game, hex_map=replace(game.map, places=(*game.map.places, town)))
    after = make_parts(grown, equipment)
    assert {piece.id: (piece.gpid, piece.palette_text()) for piece in after.pieces} == texts
    assert f"{game.map.grid.number(free)}: " in str(after.root)
    assert "Newtown (town)" in str(after.root)
