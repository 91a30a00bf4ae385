"""What lies in trays, boxes and windows is given out one by one, in every set-up of every module."""

from __future__ import annotations

import json
from collections import Counter as Tally
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests import real_games
from tests.conftest import BuiltModule
from toolkit.engine.provision import EngineHome
from toolkit.engine.record import Player, Session
from toolkit.engine.table import EnginePiece
from toolkit.vassal.buildfile import BuildFile, read_build_file
from toolkit.vassal.commands import AddPiece, decode_commands
from toolkit.vassal.containers import open_container
from toolkit.vassal.merging import stacking_of
from toolkit.vassal.traits import DeckState, Piece, SendTo, StackState

GAMES = ("gj47", "rattenkrieg", "storm")
_REGION = "VASSAL.build.module.map.boardPicker.board.Region"
Spot = tuple[str | None, int, int]


@dataclass(frozen=True, slots=True)
class Laid:
    """A set-up: pieces by id, the piece ids of each stack and deck by their spots."""

    file: str
    pieces: dict[str, Piece]
    stacks: dict[Spot, tuple[str, ...]]
    decks: dict[Spot, tuple[str, ...]]

    def spot(self, id_: str) -> Spot:
        state = self.pieces[id_].basic_state
        return state.map, state.x, state.y

    @property
    def stacked(self) -> set[str]:
        return {id_ for members in self.stacks.values() for id_ in members}

    @property
    def drawn(self) -> set[str]:
        return {id_ for members in self.decks.values() for id_ in members}


@dataclass(frozen=True, slots=True)
class Made:
    """A module without its pictures."""

    built: BuildFile
    flat: frozenset[str]
    boxes: frozenset[tuple[str, str]]
    setups: tuple[Laid, ...]

    def in_box(self, spot: Spot) -> bool:
        """Return whether a spot is in a box, and neither a hex nor an area."""
        return (spot[0], self.built.maps[spot[0] or ""].location(spot[1], spot[2])) in self.boxes


@cache
def _made(game: str) -> Made:
    entries = real_games.entries(game)
    built = read_build_file(entries["buildFile.xml"])
    boxes = json.loads(entries["toolkit/manifest.json"])["boxes"]
    return Made(
        built,
        stacking_of(built).flat,
        frozenset((window, zone) for window, zone in boxes.values()),
        tuple(_laid(name, content) for name, content in entries.items() if name.endswith(".vsav")),
    )


def _laid(file: str, content: bytes) -> Laid:
    found = Laid(file, {}, {}, {})
    for item in decode_commands(open_container(content, name=file).saved_game().text):
        if not isinstance(item, AddPiece):
            continue
        if item.type == "stack":
            stack = StackState.parse(item.state)
            found.stacks[stack.map, stack.x, stack.y] = stack.members
        elif item.type.startswith("deck;"):
            deck = DeckState.parse(item.state)
            found.decks[deck.map, deck.x, deck.y] = deck.members
        else:
            found.pieces[str(item.id)] = Piece.parse(item.type, item.state)
    return found


@pytest.fixture(params=GAMES)
def made(request: pytest.FixtureRequest) -> Made:
    return _made(str(request.param))


def test_only_the_main_map_stacks(made: Made) -> None:
    assert made.flat == set(made.built.maps) - {"Main Map"}


def test_a_drag_takes_one_piece_out_of_every_box(made: Made) -> None:
    for laid in made.setups:
        many = [spot for spot, members in laid.stacks.items() if len(members) > 1 and made.in_box(spot)]
        assert many == [], laid.file


def test_pieces_lie_as_the_engine_would_lay_them(made: Made) -> None:
    for laid in made.setups:
        assert [spot for spot in laid.stacks if spot[0] in made.flat] == []
        alone = set(laid.pieces) - laid.stacked - laid.drawn
        assert {laid.spot(id_)[0] for id_ in alone} <= made.flat, laid.file


def test_nothing_is_hidden_under_another_piece(made: Made) -> None:
    for laid in made.setups:
        spots = Tally(
            spot for id_ in laid.pieces if made.in_box(spot := laid.spot(id_)) and id_ not in laid.drawn
        )
        assert [spot for spot, count in spots.items() if count > 1] == [], laid.file


def _sent(made: Made) -> Iterator[tuple[str, SendTo]]:
    """Yield how each piece of the palette is sent to fixed pixels."""
    for slot in made.built.slots():
        assert slot.piece is not None
        for part in made.built.expand(slot.piece).parts:
            if isinstance(part.trait, SendTo) and part.trait.destination == "L":
                yield slot.gpid, part.trait


def test_keys_send_every_piece_to_a_place_of_its_own(made: Made) -> None:
    owners: dict[Spot, set[str]] = {}
    for gpid, trait in _sent(made):
        owners.setdefault((trait.map, int(trait.x), int(trait.y)), set()).add(gpid)
    assert [spot for spot, gpids in owners.items() if len(gpids) > 1] == []


def test_copies_go_back_to_the_places_from_which_they_came(made: Made) -> None:
    regions = {name: _regions(made, name) for name in made.built.maps}
    for laid in made.setups:
        for id_, piece in laid.pieces.items():
            ways = [part.trait for part in piece.parts if isinstance(part.trait, SendTo)]
            for way in ways:
                if "$Home$" in way.region:
                    region = way.region.replace("$Home$", piece.properties()["Home"])
                    assert regions[way.map][region] == laid.spot(id_)[1:], region


def _regions(made: Made, map_name: str) -> dict[str, tuple[int, int]]:
    found = made.built.map_elements()[map_name].iter(_REGION)
    return {
        item.get("name", ""): (int(item.get("originx", "0")), int(item.get("originy", "0"))) for item in found
    }


# In the engine ---------------------------------------------------------------------------------------


@pytest.fixture
def table(home: EngineHome, built_module: BuiltModule) -> Iterator[Session]:
    players = [Player("Anna", "secret-1", "Axis")]
    module: Path = built_module("gj47")
    with Session(module, setup="28 June 1942", players=players, home=home, seed=1) as session:
        yield session
        assert [problem.message for problem in session.take_problems()] == []


def _alone(session: Session, counter: str) -> EnginePiece:
    piece = session.piece(counter)
    assert piece.stack is None
    return piece


@pytest.mark.engine
@pytest.mark.parametrize("counter", ["battle-1", "control", "out-of-supply", "retreated", "void"])
def test_a_marker_goes_back_by_key_and_by_drag_and_lies_by_itself(table: Session, counter: str) -> None:
    first = _alone(table, counter)
    table.drag(counter, "1408")
    assert table.piece(counter).map == "Main Map"
    table.key(counter, "Ctrl-E")
    assert _alone(table, counter).place() == first.place()
    # Dragged onto another marker of its tray it joins no stack.
    there = table.table().pieces.values()
    other = min(p.place() for p in there if p.map == first.map and p.y == first.y and p.x > first.x)
    table.drag(counter, "1408")
    table.drag(counter, {"map": first.map, "x": other[1], "y": other[2]})
    assert _alone(table, counter).place() == other
    lying = [piece for piece in table.table().pieces.values() if piece.place() == other]
    assert [piece.stack for piece in lying] == [None, None]


@pytest.mark.engine
def test_a_lost_headquarters_lies_beside_the_reinforcement_marker(table: Session) -> None:
    for column in (1, 3):
        box = f"Soviet reinforcements {column}"
        table.drag("marker-soviet-reinforcement", {"map": "Tracks", "at": box})
        for headquarters in ("sov-hq-vrnz", "sov-hq-sw"):
            table.key(headquarters, "Ctrl-E")
            assert table.values(headquarters, "LocationName") == {"LocationName": box}
            assert _alone(table, headquarters).place() != table.piece("marker-soviet-reinforcement").place()
            table.drag(headquarters, "1408")
