"""Odds, shifts and results as expressions for battle markers, generated from the game's charts.

They help the players and leave a machine-readable trace; the referee works everything out again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.data.charts import charts_of
from toolkit.games.gj47.data.tables import CombatTable
from toolkit.module.counters import MAIN_MAP, ON_MAP
from toolkit.module.expressions import choose

RIVERS = "RiverSides"
SHIFTS = "ShiftTable"
_CELL = 4


@dataclass(frozen=True, slots=True)
class CombatExpressions:
    """Expressions, in braces, of a battle marker with the property `Number`.

    Attributes
    ----------
    across : str
        Strengths attacking across a river, added, not yet halved.
    attack : str
        Strengths attacking: `Wet`, those across a river, are halved as a sum, fractions dropped.
    column : str
        Index of the odds column after shifts; -1 below the first.
    heading, result : str
        Heading of the column; result of `Roll` in it.
    ratio : str
        Heading of the column before shifts.
    steps_left : str
        Steps that `Result` costs and that are surely not marked as lost; no braces.
    """

    across: str
    attack: str
    defence: str
    column: str
    heading: str
    ratio: str
    result: str
    steps_left: str

    @classmethod
    def of(cls, crt: CombatTable) -> CombatExpressions:
        """Return the expressions for a combat results table."""
        attacking = '"{AttackIn=="+Number+"&&Across==%d}"'
        plain, across = (f'Sum("AttackNow",{attacking % side},"{MAIN_MAP}")' for side in (0, 1))
        return cls(
            across=f"{{{across}}}",
            attack=f"{{{plain}+Wet/2}}",
            defence=f'{{Sum("DefenceNow","{{DefendIn=="+Number+"}}","{MAIN_MAP}")}}',
            column=f"{{{_column(crt)}}}",
            heading=f"{{{_heading(crt, 'Column')}}}",
            ratio=f"{{{_heading(crt, _ratio(crt))}}}",
            result=f'{{Column<0?"no attack":{_result(crt)}}}',
            steps_left=choose(_steps_left(crt), "0"),
        )


def _steps_left(crt: CombatTable) -> Iterator[tuple[str, str]]:
    """Yield the results that cost steps, on conditions, and how many are left.

    A piece knows in which battle it lost its last step, not how many it lost there: one that is gone may have
    lost all it had.  A side without pieces on the map has lost enough.
    """
    on_map, lost = ON_MAP.replace('"', r"\""), r'LossIn.equals(\""+Number+"\")'
    taken = f'Count("{{{lost}}}")+Count("{{{lost}&&Steps!=1&&!({on_map})}}")'
    for cell in dict.fromkeys(cell for row in crt.rows for cell in row):
        for role, steps in (("AttackIn", cell.attacker_losses), ("DefendIn", cell.defender_losses)):
            if steps:
                standing = f'Count("{{{role}=="+Number+"}}","{MAIN_MAP}")'
                yield f'Result=="{cell.text}"&&{standing}>0&&{taken}<{steps}', f"{steps}-({taken})"


def _column(crt: CombatTable) -> str:
    """Return the index of the ratio's column less the shift of the hex under attack, at most the last."""
    return f"Math.max(-1,({_ratio(crt)})-({_shift()}))"


def _ratio(crt: CombatTable) -> str:
    columns = [(f"Attack*100>={round(ratio * 100)}*Defence", str(n)) for n, ratio in enumerate(crt.ratios)]
    return choose([("Defence<=0", str(len(columns) - 1)), *reversed(columns)], "-1")


def _shift() -> str:
    at = f'{SHIFTS}.indexOf("|"+CurTarget.substring(1)+":")'
    start = f'{SHIFTS}.indexOf(":",{at})+1'
    return f"{at}<0?0:Integer.parseInt({SHIFTS}.substring({start},{start}+1))"


def _heading(crt: CombatTable, index: str) -> str:
    return f'({index})<0?"< {crt.columns[0]}":{_pick(_padded(crt.columns, 8), 8, index)}'


def _padded(words: tuple[str, ...], width: int) -> str:
    return "".join(word.ljust(width) for word in words)


def _pick(text: str, width: int, index: str) -> str:
    return f'"{text}".substring({width}*({index}),{width}*({index})+{width}).trim()'


def _result(crt: CombatTable) -> str:
    cells = tuple(cell.text for row in crt.rows for cell in row)
    return _pick(_padded(cells, _CELL), _CELL, f"(Roll-1)*{len(crt.columns)}+Column")


def river_sides(game: CompiledGame) -> str:
    """Return all hexsides across which an attack is halved, both ways: ``|0101/0102|0102/0101|…``."""
    rows = charts_of(game).terrain_effects
    halved = {row.kind for row in rows if row.layer == "side" and row.attack_factor < 1}
    number = game.map.grid.number
    pairs: set[str] = set()
    for kind in sorted(halved & set(game.map.side_features)):
        for side in game.map.side_features[kind].nonzero()[0]:
            a, b = (number(int(h)) for h in game.map.sides[side])
            pairs |= {f"{a}/{b}", f"{b}/{a}"}
    return "|" + "".join(f"{pair}|" for pair in sorted(pairs))


def shift_table(game: CompiledGame) -> str:
    """Return the shifts of all hexes that have one, ``|1419:1|…``: a place's added or in its stead."""
    rows = charts_of(game).terrain_effects
    effects = {(row.layer, row.kind): row for row in rows}
    shifts: dict[int, int] = {}
    for h, code in enumerate(game.map.terrain.tolist()):
        row = effects.get(("terrain", game.map.terrain_kinds[code]))
        if row is not None and row.shift:
            shifts[h] = row.shift
    for place in game.map.places:
        row = effects.get(("place", place.kind))
        if row is not None:
            base = shifts.get(place.hex, 0) if row.on_top else 0
            shifts[place.hex] = base + row.shift
    number = game.map.grid.number
    return "|" + "".join(f"{number(h)}:{shift}|" for h, shift in sorted(shifts.items()) if shift)
