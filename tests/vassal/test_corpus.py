"""What `python -m tests.vassal.corpus` counts, where it is quick; the whole table is docs/corpus.md."""

from __future__ import annotations

from pathlib import Path

from tests.vassal.corpus import hex_centres, is_centre, reading, tour
from toolkit.vassal.commands import AddPiece
from toolkit.vassal.grids import HexGrid
from toolkit.vassal.log import read_log
from toolkit.vassal.traits import Deck, is_deck


def test_moves_of_a_real_campaign_end_on_hex_centres(corpus: Path) -> None:
    right, total, boxed = hex_centres()
    assert total > 2500
    assert right / total >= 0.999
    assert boxed < 10


def test_the_tour_names_the_places_as_we_do(corpus: Path) -> None:
    assert tour() == (20, 20)


def test_a_module_s_own_commands_are_set_apart(corpus: Path) -> None:
    found = reading(corpus / "danj3000__BBVassal" / "testlog.vlog")
    assert (found.broken, dict(found.custom), found.equal) == (0, {"ROLLOVER": 1}, True)
    assert found.typed > 50


def test_what_is_a_centre() -> None:
    grid = HexGrid(0, 32, 56.0, 64.0, False, (400, 300), None)
    assert is_centre(grid, 56, 64)
    assert is_centre(grid, 112, 33)
    assert not is_centre(grid, 56, 32)
    assert not is_centre(grid, 84, 64)


def test_real_decks_are_written_back_from_their_fields(corpus: Path) -> None:
    names = ("Cattlesquat__Nevsky/Scenario_Peipus_1242.vsav", "SzieberthAdam__rorpbvm/testsave.vsav")
    types = [
        command.type
        for name in names
        for command in read_log(corpus / name).begin
        if isinstance(command, AddPiece) and is_deck(command.type)
    ]
    assert len(types) > 20
    # What an older engine leaves out at the end is filled in.
    assert [text for text in types if not Deck.parse(text).canonical().startswith(text)] == []
