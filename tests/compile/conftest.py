"""A little game to break: one river, one sea, two towns, a road; and the real one, compiled once."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests import real_game, yaml_text
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.diagnostics import Finding
from toolkit.source.game import GameSource, load_game

GJ47 = real_game.GJ47

GAME: dict[str, Any] = {
    "id": "tiny",
    "names": {"en": "Tiny"},
    "version": "1.0.0",
    "sides": {"blue": {"en": "Blue"}, "red": {"en": "Red"}},
    # One degree is 10 km both ways and hexes are 10 km: hex 0505 lies at 0, 0.
    "grid": {
        "orientation": "flat",
        "pitch_km": 10,
        "first_column": 1,
        "columns": 9,
        "first_row": 1,
        "rows": 9,
        "shifted": "even",
        "anchor": {"hex": "0505"},
    },
    "projection": {
        "method": "equirectangular",
        "centre_lat": 0,
        "centre_lon": 0,
        "true_scale_lat": 0,
        "km_per_degree_lat": 10,
        "km_per_degree_lon_at_equator": 10,
    },
    "terrain": {
        "clear": {"names": {"en": "Clear"}, "default": True},
        "forest": {"names": {"en": "Forest"}, "share": 0.5, "priority": 1},
        "sea": {"names": {"en": "Sea"}, "share": 0.5, "priority": 2, "sea": True},
    },
    "town_classes": {"town": {"en": "Town"}},
    "layers": {
        "sides": {
            "river": {"names": {"en": "River"}, "water": True},
            "great_river": {"names": {"en": "Great river"}, "water": True},
            "impassable": {"names": {"en": "Impassable"}},
        },
        "links": {"road": {"en": "Road"}, "rail": {"en": "Railway"}},
        "hexes": {
            "coast": {"en": "Coast"},
            "vp": {"en": "Victory point"},
            "start_blue": {"en": "Blue side"},
            "start_red": {"en": "Red side"},
        },
    },
    "map": ["map.yaml"],
}


def ring(*points: tuple[float, float]) -> list[dict[str, float]]:
    """Return a closed ring of (lon, lat) points."""
    return [{"lon": x, "lat": y} for x, y in (*points, points[0])]


MAP: dict[str, Any] = {
    "provenance": {"kind": "invented", "source": "test"},
    "towns": {
        "alpha": {"name": "Alpha", "lat": 2.0, "lon": -1.73, "class": "town"},
        "beta": {"name": "Beta", "lat": 2.0, "lon": 1.73, "class": "town"},
    },
    "rivers": {
        "stream": {
            "name": "Stream",
            "kind": "river",
            "ends": {"mouth": "south_sea"},
            "course": [
                {"lon": 0.43, "lat": 4.2},
                {"vertex": ["0505", "0604", "0605"]},
                {"lon": 0.43, "lat": -3.4},
            ],
        }
    },
    "links": {
        "road": {
            "road": {
                "name": "Road",
                "through": ["alpha", {"hex": "0403"}, {"hex": "0503"}, {"hex": "0603"}, "beta"],
            }
        }
    },
    "areas": {
        "sea": {
            "south_sea": {
                "name": "South sea",
                "outline": ring((-9.0, -2.9), (9.0, -2.9), (9.0, -9.0), (-9.0, -9.0)),
            }
        }
    },
    "start_line": {
        "west": "blue",
        "east": "red",
        "points": [{"lon": 0.0, "lat": 5.0}, {"lon": 0.0, "lat": -5.0}],
    },
    "marks": {"vp": {"beta": {"town": "beta"}}},
}

Make = Callable[..., Path]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Return a function that writes the little game, changed by callables, and returns its folder."""

    def write(
        change: Callable[[dict[str, Any]], object] | None = None,
        change_game: Callable[[dict[str, Any]], object] | None = None,
    ) -> Path:
        game, content = copy.deepcopy(GAME), copy.deepcopy(MAP)
        if change is not None:
            change(content)
        if change_game is not None:
            change_game(game)
        folder = tmp_path / "tiny"
        folder.mkdir(exist_ok=True)
        (folder / "game.yaml").write_text(yaml_text.dump(game), encoding="utf-8")
        (folder / "map.yaml").write_text(yaml_text.dump(content), encoding="utf-8")
        return folder

    return write


def compiled(folder: Path) -> tuple[CompiledGame, list[Finding]]:
    """Return a game compiled without stopping at errors, and all findings."""
    source, read = load_game(folder)
    game, found = compile_game(source, strict=False)
    return game, [*read, *found]


@pytest.fixture(scope="session")
def gj47_source() -> GameSource:
    source, findings = real_game.read()
    assert findings == ()
    return source


@pytest.fixture(scope="session")
def gj47() -> CompiledGame:
    return real_game.compiled()
