"""What the reference of Battle for Moscow prints: map, counters, table, calendar; and how hexes lie."""

from __future__ import annotations

from tests.oracle.readings import Point

Hex = tuple[int, int]

GERMAN, SOVIET = "german", "soviet"
INFANTRY = {
    "v": (6, 3), "vi": (5, 2), "vii": (7, 4), "viii": (7, 4), "ix": (7, 4), "xii": (5, 2), "xiii": (6, 3),
    "xx": (6, 3), "xxii": (8, 4), "xxvii": (6, 3), "xxxiv": (4, 2), "xxxv": (8, 4), "xlii": (4, 2),
    "liii": (6, 3),
}  # fmt: skip
PANZER = {
    "xxiv": (12, 6), "xl": (8, 4), "xli": (12, 6), "xlvi": (10, 5), "xlvii": (9, 4), "xlviii": (8, 4),
    "lvi": (9, 4), "lvii": (12, 6),
}  # fmt: skip
ARMIES = (3, 5, 10, 13, 16, 19, 20, 24, 29, 30, 32, 33, 40, 43, 49, 50)
FULL_HALF: dict[str, tuple[int, int]] = {
    **{f"ger-{name}": pair for name, pair in {**INFANTRY, **PANZER}.items()},
    **{f"sov-{number}": (8, 4) for number in ARMIES},
    "sov-1s": (10, 5),
}
SHOCK = "sov-1s"
PANZERS = {f"ger-{name}" for name in PANZER}


def _hexes(text: str) -> frozenset[Hex]:
    return frozenset((int(word[:2]), int(word[2:])) for word in text.split())


FOREST = _hexes(
    "0201 0202 0207 0208 0301 0308 0401 0405 0408 0409 0510 0604 0701 0702 0703 0704 0708 0806 0901 0902 "
    "0905 0906 1201 1303 1404"
)
FORTS = _hexes(
    "0501 0502 0503 0504 0505 0506 0507 0801 0802 0803 0804 0805 1001 1002 1003 1004 1102 1104 1105 1106 "
    "1107 1203"
)
MOSCOW = (11, 3)
CITIES = _hexes("0204 0307 0509 0601 0603 0803 0805 0809 1107 1405") | {MOSCOW}
GERMAN_START = _hexes(
    "0103 0104 0106 0107 0201 0202 0203 0204 0205 0206 0209 0210 0305 0306 0307 0309 0310 0406 0407 0408 "
    "0409 0410"
)
SOVIET_START = _hexes("0301 0302 0303 0304 0405 0504 0505 0506 0507 0508 0509 0510 0803")
RAIL_TEXT = """
0102 NE NW · 0105 NE NW · 0110 NE NW · 0201 SE SW · 0204 S SE SW · 0205 N SE · 0209 SE SW · 0302 NE NW ·
0305 NE NW · 0306 S NW · 0307 N SE · 0310 NE NW · 0401 SE SW · 0404 NE SW · 0407 SE NW · 0409 NE SW ·
0502 NE NW · 0504 NE SW · 0508 S NW · 0509 N NE SE S SW · 0510 N S · 0601 SE S SW · 0602 N S · 0603 N SE
SW · 0608 NE SW · 0609 SE NW · 0702 SE NW · 0704 NE NW · 0707 NE S · 0708 N SW · 0710 NE NW · 0802 SE NW
· 0803 NE SW · 0805 NE S · 0806 N SW · 0809 NE S SW · 0810 N S
"""
EXITS = {((1, 2), "NW"), ((1, 5), "NW"), ((1, 10), "NW"), ((5, 10), "S"), ((8, 10), "S")}
CRT = {
    1: "AL AL AL NE NE DR", 2: "AL AL NE NE DR DR", 3: "AL NE NE DR DR DRL",
    4: "NE NE DR DR DRL DRL", 5: "NE DR DR DRL DRL DE", 6: "DR DRL DRL DE DE DE",
}  # fmt: skip
# The other reading of U-03: the last AL of a row is an exchange.
EXCHANGES = {(1, 3), (2, 2), (3, 1)}
POINTS = {
    "U-01": ("before", "after"),
    "U-02": ("stands", "lifted"),
    "U-03": ("none", "low"),
    "U-04": ("away", "any"),
    "U-05": ("counts", "free"),
}
REGISTER = {id: Point(id, values, values[0], open=True) for id, values in POINTS.items()}
ORDER = (
    ("german_replacement", GERMAN, "replace"),
    ("panzer_movement", GERMAN, "move"),
    ("german_combat", GERMAN, "fight"),
    ("german_movement", GERMAN, "move"),
    ("soviet_replacement", SOVIET, "replace"),
    ("rail_movement", SOVIET, "move"),
    ("soviet_combat", SOVIET, "fight"),
    ("soviet_movement", SOVIET, "move"),
)
MUD = (3, 4)
LAST_TURN = 7
RATE = {GERMAN: 1, SOVIET: 5}
EDGE = {GERMAN: 1, SOVIET: 14}
WAITING, GONE = "waiting", "gone"


def number(at: Hex) -> str:
    return f"{at[0]:02d}{at[1]:02d}"


def hexagon(text: str) -> Hex:
    return int(text[:2]), int(text[2:])


def step(at: Hex, way: str) -> Hex:
    """Return the neighbour in a direction; even columns lie half a hex lower."""
    column, row = at
    low = column % 2 == 0
    moves = {
        "N": (0, -1), "S": (0, 1),
        "NE": (1, 0 if low else -1), "SE": (1, 1 if low else 0),
        "NW": (-1, 0 if low else -1), "SW": (-1, 1 if low else 0),
    }  # fmt: skip
    return column + moves[way][0], row + moves[way][1]


def on_map(at: Hex) -> bool:
    return 1 <= at[0] <= 14 and 1 <= at[1] <= 10


def around(at: Hex) -> list[Hex]:
    return [to for way in ("N", "NE", "SE", "S", "SW", "NW") if on_map(to := step(at, way))]


def apart(a: Hex, b: Hex) -> int:
    """Return the distance in hexes, by cube coordinates."""
    dx = a[0] - b[0]
    dz = a[1] - (a[0] - 1) // 2 - b[1] + (b[0] - 1) // 2
    return max(abs(dx), abs(dz), abs(dx + dz))


def sourced_rail() -> frozenset[frozenset[Hex]]:
    """Return the rail links of the reference."""
    links = set()
    for part in RAIL_TEXT.replace("\n", " ").split("·"):
        at, *ways = part.split()
        for way in ways:
            if (hexagon(at), way) not in EXITS:
                links.add(frozenset((hexagon(at), step(hexagon(at), way))))
    return frozenset(links)


def enemy(side: str) -> str:
    return SOVIET if side == GERMAN else GERMAN


def side_of(unit: str) -> str:
    return GERMAN if unit.startswith("ger-") else SOVIET
