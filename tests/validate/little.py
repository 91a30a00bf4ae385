"""The little game that examples of source data change, and the real one for counters, charts and set-ups."""

from __future__ import annotations

import copy
import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests import real_game, yaml_text
from tests.compile.conftest import GAME, GJ47, MAP
from tests.compile.test_area_map import TOWN
from toolkit.compile.area_map import compile_area_map
from toolkit.diagnostics import Finding, InputError
from toolkit.games.gj47.data.charts import load_charts
from toolkit.games.gj47.data.checking import check_data
from toolkit.geometry.map import Map
from toolkit.module.equipment import load_equipment
from toolkit.source.area_map import load_area_map
from toolkit.source.counters import load_counters
from toolkit.source.game import GameSource
from toolkit.source.options import load_options
from toolkit.source.setups import load_boxes, load_setup_hexes, load_setups
from toolkit.validate.run import validate_path

SOURCES = GJ47.parent
AREA_GAMES = ("rattenkrieg", "storm", "battle_for_moscow", "causeway")


def change(content: Any, path: str, value: object) -> None:
    """Set a value by its path; ``"path +"`` appends, ``"path -"`` removes."""
    path, _, how = path.partition(" ")
    *parts, last = path.split(".")
    for part in parts:
        key = _key(content, part)
        content = content[key] if isinstance(content, list) else content.setdefault(key, {})
    if how == "+":
        content[last].append(value)
    elif how == "-":
        del content[_key(content, last)]
    else:
        content[_key(content, last)] = value


def _key(content: Any, part: str) -> str | int:
    """Return a part of a path as its container has it: numbers in lists, and where a mapping has them."""
    counts = isinstance(content, list) or (part.isdigit() and int(part) in content)
    return int(part) if counts else part


def write(folder: Path, name: str, base: Any, changes: object) -> None:
    """Write a file: the text given, or the base with its changes."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(changes, bytes):
        path.write_bytes(changes)
    elif isinstance(changes, str):
        path.write_text(changes, encoding="utf-8")
    else:
        content = copy.deepcopy(base)
        for at, value in dict(changes or {}).items():  # type: ignore[call-overload]
            change(content, at, value)
        path.write_text(yaml_text.dump(content), encoding="utf-8")


def little_findings(folder: Path, example: str) -> list[Finding]:
    """Return what validate finds in the little game with the changes of an example."""
    changes = yaml_text.load(example) or {}
    bases = {"game.yaml": GAME, "map.yaml": MAP}
    for name in (*bases, *(name for name in changes if name not in bases)):
        write(folder, name, bases.get(name, {}), changes.get(name))
    return validate_path(folder).findings


def area_findings(folder: Path, example: str) -> list[Finding]:
    """Return what is found in the little town with the changes of an example."""
    changes = yaml_text.load(example)["areas.yaml"]
    write(folder, "areas.yaml", TOWN, changes)
    try:
        source, found = load_area_map(folder, "areas.yaml")
    except InputError as error:
        return list(error.findings)
    return [*found, *compile_area_map(source).findings]


def area_game_findings(folder: Path, example: str) -> list[Finding]:
    """Return what validate finds in a game on areas with the changes of an example."""
    game = example.partition("/")[0]
    shutil.copytree(SOURCES / game, folder, dirs_exist_ok=True)
    if game == "rattenkrieg" and "/setups/" not in example:
        # Reading the drawing takes longest, and only the set-up is about its areas.
        (folder / "setups" / "september_1942.yaml").unlink()
        write(folder, "map/areas.yaml", TOWN, {})
    for name, changes in yaml_text.load(example).items():
        path = folder / name.removeprefix(f"{game}/")
        write(folder, path.relative_to(folder).as_posix(), _read(path), changes)
    return validate_path(folder).findings


@cache
def _read(path: Path) -> Any:
    return yaml_text.load(path.read_text(encoding="utf-8"))


@cache
def real() -> tuple[GameSource, Map]:
    return real_game.read()[0], real_game.compiled().map


@cache
def real_findings(example: str) -> list[Finding]:
    """Return what is found in the real game with some of its files changed; only those are read again."""
    with TemporaryDirectory() as folder:
        return _real_findings(Path(folder), example)


def _real_findings(folder: Path, example: str) -> list[Finding]:
    changes = yaml_text.load(example) or {}
    source, built = real()
    # Set-ups and their symbols take longest: only where the example is about them.
    parts: dict[str, Any] = {"setups": ()}
    if not any(name.startswith(("setups/j", "map/", "counters/u")) for name in changes):
        parts["setup_hexes"] = ()
    found: list[Finding] = []
    try:
        for name, value in changes.items():
            original = GJ47 / name
            base = {} if isinstance(value, str) or not original.is_file() else _read(original)
            group = name.split("/")[0]
            if group in ("charts", "map"):
                shutil.copytree(GJ47 / group, folder / group, dirs_exist_ok=True)
            write(folder, name, base, value)
        for name in changes:
            parts |= _loaded(folder, name, found)
    except InputError as error:
        return list(error.findings)
    return found + check_data(replace(source, **parts), built)


def _loaded(folder: Path, name: str, found: list[Finding]) -> dict[str, Any]:
    group = name.split("/", maxsplit=1)[0]
    if name == "module.yaml":
        found += load_equipment(folder)[1]
        return {}
    if group == "charts":
        return {"charts": load_charts(folder)}
    if name == "map/setup_hexes.yaml":
        return {"setup_hexes": load_setup_hexes(folder)}
    if name == "setups/boxes.yaml":
        value, more = load_boxes(folder)
        key = "boxes"
    elif group == "setups":
        value, more = load_setups(folder)
        key = "setups"
    elif group == "counters":
        # Set-ups of the whole game would miss the counters of other files.
        value, more = load_counters(folder)
        found += more
        return {"counters": value, "setups": ()}
    else:
        value, more = load_options(folder)
        key = "options"
    found += more
    return {key: value}
