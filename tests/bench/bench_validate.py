"""Validating a module of 100 MB.

The module is made for the purpose: 3,000 pictures, 6,000 palette slots of eight traits, zones, three set-ups.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

from tests.bench.report import Limit, Section, Table
from toolkit.vassal.commands import ESC
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.packing import container_bytes, game_entries
from toolkit.vassal.traits import (
    Change,
    Delete,
    DynamicProperty,
    Layer,
    Prototype,
    RestrictAccess,
    SendTo,
    Trigger,
    change_value,
    ctrl,
    marker,
    piece,
)

PICTURES, SLOTS, ON_TABLE = 3_000, 6_000, 2_000
PICTURE_BYTES = 32_000
_BUILD = "VASSAL.build."
_BOARD = _BUILD + "module.map.boardPicker."
_LIMIT_SECONDS, _LIMIT_MEGABYTES = 10.0, 600.0


def _piece(number: int) -> tuple[str, str]:
    """Return type and state of a counter like those of real modules."""
    picture = f"unit{number % PICTURES:04d}.png"
    back = f"unit{(number + 1) % PICTURES:04d}.png"
    found = piece(
        [
            marker({"Side": "Axis" if number % 2 else "Soviet", "Corps": f"Corps {number % 40}"}),
            Prototype(name=f"Kind {number % 40}"),
            Delete(menu="Eliminate"),
            Layer(images=(picture, back), names=("", "reduced"), name="Step"),
            DynamicProperty(
                name="Fuel",
                constraints="true,0,9,false",
                commands=(change_value(ctrl("F"), "-1", menu="Burn", change=Change.ADD),),
            ),
            Trigger(name="Lose", filter='{Step_Level == 2 && Side == "Axis" && Fuel > 1}'),
            SendTo(menu="Retire", map="Reserve", destination="L"),
            RestrictAccess(sides=("Axis" if number % 2 else "Soviet",)),
        ],
        name=f"Unit {number}",
        image=picture,
        gpid=str(number + 1),
    )
    return found.type, found.state


def _slots() -> str:
    parts = []
    for number in range(SLOTS):
        kind, state = _piece(number)
        head = f'{_BUILD}widget.PieceSlot entryName="Unit {number}" gpid="{number + 1}"'
        text = escape(f"+/null/{kind}/{state}")
        parts.append(f"<{head}>{text}</{_BUILD}widget.PieceSlot>")
    return "\n".join(parts)


def _prototypes() -> str:
    parts = []
    for number in range(40):
        found = piece([marker({f"Trait{number}": "yes"})], name="", gpid="")
        text = escape(f"+/null/{found.type}/{found.state}")
        tag = _BUILD + "module.PrototypeDefinition"
        parts.append(f'<{tag} name="Kind {number}">{text}</{tag}>')
    return "\n".join(parts)


def _zones() -> str:
    tag = f"{_BOARD}board.mapgrid.Zone"
    zones = []
    for row in range(20):
        for column in range(20):
            x, y = column * 200, row * 150
            path = f"{x},{y};{x + 200},{y};{x + 200},{y + 150};{x},{y + 150}"
            zones.append(f'<{tag} name="Area {row}-{column}" path="{path}"/>')
    return f"<{_BOARD}board.ZonedGrid>{''.join(zones)}</{_BOARD}board.ZonedGrid>"


def _save() -> bytes:
    commands = ["begin_save"]
    for index in range(ON_TABLE):
        kind, state = _piece(index)
        x, y = 100 + index * 7 % 3800, 100 + index * 13 % 2800
        commands.append(f"+/{index + 1}/{kind}/{state.replace('null;0;0', f'Main;{x};{y}')}")
    data = Metadata(name="Large", version="1.0", vassal_version="3.7.0")
    return container_bytes(game_entries(ESC.join([*commands, "end_save"]), save=data, module=data))


def write_module(path: Path) -> None:
    """Write the module; the same bytes each time."""
    chance = random.Random(7)
    setups = "".join(
        f'<{_BUILD}module.PredefinedSetup name="Start {n}" useFile="true" file="start{n}.vsav"/>'
        for n in range(3)
    )
    board = f'<{_BOARD}Board name="Map" width="4000" height="3000">{_zones()}</{_BOARD}Board>'
    maps = (
        f'<{_BUILD}module.Map mapName="Main"><{_BUILD}module.map.BoardPicker>'
        f"<setup>MainBoardPicker&#9;Map&#9;0&#9;0</setup>{board}</{_BUILD}module.map.BoardPicker>"
        f"</{_BUILD}module.Map>"
        f'<{_BUILD}module.Map mapName="Reserve"/>'
    )
    sides = "<entry>Axis</entry><entry>Soviet</entry>"
    roster = f"<{_BUILD}module.PlayerRoster>{sides}</{_BUILD}module.PlayerRoster>"
    head = 'name="Large" version="1.0" vassalVersion="3.7.0"'
    root = "VASSAL.launch.BasicModule"
    text = f"<{root} {head}>\n{roster}{maps}{setups}\n{_prototypes()}\n{_slots()}\n</{root}>"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", text)
        archive.writestr("moduledata", Metadata(name="Large", version="1.0", vassal_version="3.7.0").to_xml())
        for number in range(PICTURES):
            archive.writestr(
                f"images/unit{number:04d}.png", b"\x89PNG\r\n\x1a\n" + chance.randbytes(PICTURE_BYTES)
            )
        for number in range(3):
            archive.writestr(f"start{number}.vsav", _save())


def _measured(path: Path) -> tuple[float, float, str]:
    """Return processor seconds, megabytes at most, and the last line of a run of the command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "toolkit", "validate", str(path)]
    run = subprocess.run(command, check=False, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if run.returncode not in (0, 1):
        raise SystemExit(run.stderr)
    return seconds, after.ru_maxrss / 1024, run.stdout.strip().splitlines()[-1]


def run() -> Section:
    """Measure the command as a user runs it, start of Python included."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.vmod"
        write_module(path)
        size = path.stat().st_size / 1e6
        seconds, peak, last = min(_measured(path) for _ in range(3))
    rows = [[f"{size:.0f} MB", f"{seconds:.1f} s", f"{peak:.0f} MB", last]]
    table = Table("`toolkit validate large.vmod`", ["module", "processor time", "memory", "result"], rows)
    limits = [
        Limit("processor time", f"{seconds:.1f} s", f"< {_LIMIT_SECONDS:.0f} s", seconds < _LIMIT_SECONDS),
        Limit("memory", f"{peak:.0f} MB", f"< {_LIMIT_MEGABYTES:.0f} MB", peak < _LIMIT_MEGABYTES),
    ]
    notes = [f"{PICTURES:,} pictures, {SLOTS:,} palette slots of nine traits, 400 zones, three set-ups."]
    return Section([table], limits, notes)
