"""People at the table: a game of GJ47 set down gesture by gesture, with the module's keys or without.

A situation says what is done; the style says how: with the keys, or with drags, flips and a die only.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tests.play.begin import set_begin
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import Report
from toolkit.games.gj47.play.paper import Paper
from toolkit.games.gj47.play.recording import house_rules
from toolkit.play.desk import Desk
from toolkit.play.seats import players_of
from toolkit.rules.verdict import Outcome
from toolkit.vassal.commands import Group, encode_commands
from toolkit.vassal.log import read_log
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.packing import container_bytes, game_entries

KEYS, DRAGS = "keys", "drags"
STYLES = (KEYS, DRAGS)

CUP = {"map": "Chits", "at": "Cup"}
ACTIVE = {"map": "Chits", "at": "Active chit"}
USED = {"map": "Chits", "at": "Used command chits"}
HAND = {
    "Axis": {"map": "Axis chits", "at": "Axis command chits"},
    "Soviet": {"map": "Soviet chits", "at": "Soviet command chits"},
}
DEAD = {
    "Axis": {"map": "Losses", "at": "Eliminated Axis units"},
    "Soviet": {"map": "Losses", "at": "Eliminated Soviet units"},
}
RAIL = {"map": "Tracks", "at": "Axis rail transport"}
WITHDRAWN = {"map": "Tracks", "at": "Withdrawn"}
POOL = {
    "Axis": {"map": "Forces", "at": "Axis reserve pool"},
    "Soviet": {"map": "Forces", "at": "Soviet reserve pool"},
}


def laid(data: ModuleData, saved: bytes) -> Desk:
    """Return a desk with a set-up, its players agreed on the proposed house rules."""
    desk = Desk.of(data, saved, players_of(data.game))
    for point, value in house_rules(data, None).items():
        if desk.global_value(point):
            desk.set_global(point, value)
    set_begin(desk)
    return desk


def side_of(unit: str) -> str:
    """Return whose a counter is."""
    return "Soviet" if unit.startswith(("sov-", "fort-")) else "Axis"


@dataclass
class HumanTable:
    """One evening's log.

    Attributes
    ----------
    style : str
        `KEYS` or `DRAGS`.
    battles : dict of str to str
        Hex → the marker that lies there.
    advancing : str
        The hex for which an advance was announced.
    rearranged : bool
        Whether the starting table was changed.
    """

    desk: Desk
    style: str
    battles: dict[str, str] = field(default_factory=dict)
    advancing: str = ""
    rearranged: bool = False

    @classmethod
    def of(cls, desk: Desk, style: str) -> HumanTable:
        """Sit down at a copy of a desk."""
        return cls(desk.copy(), style)

    def __post_init__(self) -> None:
        self.paper = Paper(self.desk)

    @property
    def data(self) -> ModuleData:
        """The module's data."""
        return self.desk.data

    # -- before the log ---------------------------------------------------------------------------------

    def put(self, unit: str, where: str | dict[str, str], *, reduced: bool = False) -> None:
        """Change the starting table."""
        self.rearranged = True
        if isinstance(where, str):
            self.desk.move(unit, self.desk.hex_pixel(where), None)
        else:
            boxes = {name: id_ for id_, (_, name) in self.data.manifest["boxes"].items()}
            self.desk.move(unit, self.desk.box_pixel(boxes[where["at"]]), None)
        if reduced:
            self.desk.change(unit, {"Step_Level": 2})

    def turn(self, number: int) -> None:
        """Let the log begin with a later turn."""
        state = next(iter(self.desk.table.turns.values()))
        self.desk.set_turn(state.replace("|1;", f"|{number};", 1))
        self.put("marker-turn", {"map": "Tracks", "at": f"Turn {number}"})

    def start(self) -> None:
        """Fix the starting table."""
        set_begin(self.desk)

    @property
    def step(self) -> int:
        """Number of the last step."""
        return len(self.desk.steps)

    # -- chits --------------------------------------------------------------------------------------------

    def choose(self, side: str, *chits: str) -> None:
        """Put chits into the cup."""
        self.paper.act_as(side)
        for chit in chits:
            if self.style == KEYS:
                self.paper.key(chit, "Ctrl-C")
            else:
                self.paper.drag(chit, CUP)
        if self.style == KEYS:
            self.paper.button(f"Put the {side} chits into the cup")

    def free(self, chit: str) -> None:
        """Play the chit of turn 1 that is not drawn."""
        self.paper.act_as("Axis")
        if self.style == KEYS:
            self.paper.key(chit, "Ctrl-P")
        else:
            self.paper.drag(chit, ACTIVE)

    def draw(self, chit: str, side: str = "Axis") -> None:
        """Draw a chit."""
        self.paper.act_as(side)
        if self.style == KEYS:
            self.paper.draw(chit)
            self.paper.button("Draw chit")
        else:
            self.paper.drag(chit, ACTIVE)

    def done(self, chit: str) -> None:
        """End a chit."""
        self.battles.clear()
        if self.style == KEYS:
            self.paper.button("End chit")
        else:
            self.paper.drag(chit, USED)

    # -- units --------------------------------------------------------------------------------------------

    def drag(self, unit: str, *places: str | dict[str, str], by: str = "") -> None:
        """Drag a counter, stop by stop."""
        self.paper.act_as(by or side_of(unit))
        for place in places:
            self.paper.drag(unit, place)

    def march(self, unit: str) -> None:
        """Say that a unit marches, or take it back."""
        self.paper.act_as(side_of(unit))
        self.paper.key(unit, "Alt-M")

    def stack(self, *units: str, to: str, by: str = "") -> None:
        """Drag several counters in one step."""
        side = by or side_of(units[0])
        for unit in units:
            self.desk.move(unit, self.desk.hex_pixel(to), side)
        self.desk.end_step()

    def hit(self, unit: str, by: str = "") -> None:
        """Take a step off a unit, or off a fort."""
        self.paper.act_as(by or side_of(unit))
        if self.style == KEYS or self._faces(unit):
            self.paper.key(unit, "Ctrl-F")
        else:
            self.paper.drag(unit, DEAD[side_of(unit)])

    def starve(self, unit: str, by: str = "") -> None:
        """Take a step off a unit for want of supply."""
        self.paper.act_as(by or side_of(unit))
        if self.style == KEYS:
            self.paper.key(unit, "Ctrl-Shift-F")
        else:
            self.hit(unit, by)

    def flip(self, unit: str, face: int) -> None:
        """Turn a counter by the context menu's plain flip, which notes nothing."""
        self.desk.change(unit, {"Step_Level": face})
        self.desk.end_step()

    def _faces(self, unit: str) -> bool:
        counter = next((c for c in self.data.game.counters if c.id == unit), None)
        two = counter is not None and counter.reduced is not None
        return unit.startswith("fort-") or (two and self.desk.value(unit, "Step_Level") != "2")

    # -- battles ------------------------------------------------------------------------------------------

    def declare(self, target: str, *attackers: str, by: str = "Axis") -> None:
        """Name a battle: with keys only, nobody says it otherwise."""
        if self.style != KEYS:
            return
        self.paper.act_as(by)
        self.battles[target] = f"battle-{len(self.battles) + 1}"
        self.paper.drag(self.battles[target], target)
        for unit in attackers:
            self.paper.key(unit, "Ctrl-B")

    def all_declared(self) -> None:
        """Say that no more is attacked."""
        if self.style == KEYS:
            self.paper.hotkey("Ctrl-D")

    def roll(self, target: str, die: int, by: str = "Axis") -> None:
        """Roll for a battle."""
        self.paper.act_as(by)
        self.paper.throw(die)
        if self.style == KEYS:
            self.paper.key(self.battles[target], "Ctrl-R")
        else:
            self.die(die)

    def die(self, die: int) -> None:
        """Roll the die of the toolbar."""
        self.desk.set_global("1d6_result", die)
        self.desk.say(f"** 1d6 = {die} *** {self.desk.players[self.paper.side].name}")
        self.desk.end_step()

    def advance(self, target: str, unit: str, *hexes: str) -> None:
        """Advance after battle."""
        self.paper.act_as(side_of(unit))
        if self.style == KEYS and self.advancing != target:
            self.paper.key(self.battles[target], "Ctrl-N")
            self.advancing = target
        self.drag(unit, *hexes)

    def close(self, target: str) -> None:
        """Put the marker of a battle away."""
        if self.style == KEYS:
            self.paper.key(self.battles[target], "Ctrl-L")
            self.advancing = ""

    # -- beside the game ----------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Write a line into the chat."""
        self.desk.say(text)
        self.desk.end_step()

    # -- the audit ----------------------------------------------------------------------------------------

    def bytes(self) -> bytes:
        """Return the log's file."""
        self.desk.end_step()
        module = Metadata(name=self.data.name, version=self.data.version, vassal_version="3.6.0")
        script = [Group(self.desk.begin), *self.desk.steps]
        entries = game_entries(encode_commands(script), save=Metadata(vassal_version="3.6.0"), module=module)
        return container_bytes(dict(entries))

    def audited(self) -> Report:
        """Audit the log as it would be read from a file; a table that was changed before is no set-up."""
        report = audit_read([read_log(self.bytes(), name="evening.vlog")], self.data)
        if not self.rearranged:
            return report
        return replace(report, actions=tuple(x for x in report.actions if x.segment.label != "set-up"))


def accused(report: Report) -> list[tuple[str, str, str]]:
    """Return action, unit (or hex) and decisive rule of everything illegal."""
    return [(a.action, a.unit or a.end, a.rules[0]) for a in report.actions if a.outcome is Outcome.ILLEGAL]


def left_open(report: Report) -> list[tuple[str, str, str]]:
    """Return action, unit (or hex) and reason of everything that is not decided."""
    return [
        (a.action, a.unit or a.end, a.reason)
        for a in report.actions
        if a.outcome not in (Outcome.ILLEGAL, Outcome.LEGAL)
    ]
