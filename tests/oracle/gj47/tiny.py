"""Small worlds for the worked examples: clear ground, a few features, hand-made pieces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from tests.oracle.gj47.world import AXIS, SOVIET, Board, Piece, Side, State, Where, World, side
from tests.oracle.readings import Point, Readings

REGISTER = {
    id: Point(id, values, values[0], id in ("U-29", "U-37", "U-40", "U-54", "U-55"))
    for id, values in {
        "U-01": ("stack", "unit", "battle"),
        "U-03": ("any-crossing", "any-crossing-free", "along-line", "always-pays"),
        "U-06": ("exact", "maximum"),
        "U-07": ("extra", "inside", "compulsory"),
        "U-08": ("group", "surplus", "side"),
        "U-11": ("yes", "fresh"),
        "U-12": ("no", "german"),
        "U-13": ("in-range", "anywhere"),
        "U-15": ("everywhere", "not-over-great-river", "not-into-mountain", "neither"),
        "U-16": ("no", "yes"),
        "U-17": ("none", "one-hex"),
        "U-18": ("whole", "costs"),
        "U-19": ("whole-move", "after-moving"),
        "U-20": ("prohibited", "allowed"),
        "U-22": ("no-effect", "no-zoc"),
        "U-23": ("down", "nearest"),
        "U-24": ("cap-first", "shift-first"),
        "U-25": ("top-column", "eliminated"),
        "U-27": ("eliminated", "stays"),
        "U-28": ("overstack-first", "own-unit-shields"),
        "U-29": ("nearest-source", "line-length", "free"),
        "U-30": ("soviet-return", "none-return", "all-return"),
        "U-31": ("either", "first-only"),
        "U-32": ("one-hex", "no"),
        "U-33": ("any-entry", "movement-only"),
        "U-34": ("all-axis", "rejoin", "german-only"),
        "U-35": ("symbol", "all-foot", "gd-ss"),
        "U-36": ("unlimited-in", "hq-counts"),
        "U-37": ("blocks-only", "as-unit", "nothing"),
        "U-39": ("in-all", "each-hex"),
        "U-40": ("all-or-nothing", "part"),
        "U-41": ("next-check", "at-once", "no-reinforcements"),
        "U-42": ("as-german", "lost"),
        "U-43": ("every-hq", "german-only", "once"),
        "U-46": ("selected", "extra", "hq-only"),
        "U-48": ("second-unit", "mechanised-only"),
        "U-50": ("any", "named"),
        "U-52": ("at-once", "together"),
        "U-53": ("yes", "no"),
        "U-54": ("exact", "half-dropped"),
        "U-55": ("never", "may-end"),
        "U-56": ("blocked", "side-open"),
        "U-57": ("blocked", "open"),
        "U-58": ("three", "two"),
        "U-59": ("full-first", "box-first"),
        "U-60": ("share", "spared"),
        "U-61": ("eliminated", "allowed"),
        "U-62": ("allowed", "no"),
        "U-65": ("own-unit", "may-enter"),
        "U-66": ("by-road", "any-way"),
        "U-67": ("quiet-way-first", "short-way-first"),
    }.items()
}


def readings(**fixed: str) -> Readings:
    """Return the default readings but for the given points, written ``U_54="half-dropped"``."""
    return Readings(REGISTER, {id.replace("_", "-"): value for id, value in fixed.items()})


def chain(*hexes: str) -> frozenset[Side]:
    return frozenset(side(a, b) for a, b in pairwise(hexes))


def board(
    *,
    columns: int = 12,
    rows: int = 12,
    terrain: Mapping[str, str] | None = None,
    place: Mapping[str, str] | None = None,
    **features: frozenset[Side],
) -> Board:
    hexes = [f"{c:02d}{r:02d}" for c in range(1, columns + 1) for r in range(1, rows + 1)]
    west = frozenset(h for h in hexes if int(h[:2]) <= columns // 2)
    return Board(
        columns=columns,
        rows=rows,
        terrain={**dict.fromkeys(hexes, "clear"), **(terrain or {})},
        place=place or {},
        west=west,
        sources={AXIS: frozenset({"0106"}), SOVIET: frozenset({f"{columns:02d}06"})},
        **features,  # type: ignore[arg-type]
    )


def infantry(id: str, owner: str = AXIS, strength: int = 4, moves: int = 5, **changes: object) -> Piece:
    values: dict[str, object] = {
        "id": id,
        "side": owner,
        "nation": "german" if owner == AXIS else "soviet",
        "kind": "unit",
        "symbol": "infantry",
        "mech": False,
        "mountain": False,
        "front": (strength, strength, moves),
        "back": (max(strength // 2, 1), max(strength // 2, 1), moves),
        "command": 0,
        "army": None,
        "pool": "Inf" if owner == AXIS else "Rifle",
    }
    return Piece(**{**values, **changes})  # type: ignore[arg-type]


def panzer(id: str, owner: str = AXIS, strength: int = 6, moves: int = 6) -> Piece:
    return infantry(id, owner, strength, moves, mech=True, symbol="armour", pool="Pz")


def a_fort(id: str = "fort-1") -> Piece:
    return infantry(id, SOVIET, 0, 0, kind="fort", front=(0, 1, 0), back=(0, 0, 0), pool=None)


def scene(
    ground: Board, stand: Mapping[str, Iterable[Piece]], reduced: Iterable[str] = ()
) -> tuple[World, State]:
    """Return a world and a position: pieces by hex."""
    pieces = {piece.id: piece for there in stand.values() for piece in there}
    where = {piece.id: h for h, there in stand.items() for piece in there}
    state = State(where=Where(where), reduced=set(reduced), control=ground.start_control())
    return World(ground, pieces, {}, {1: {}}, REGISTER), state
