"""Unit symbols drawn as vectors: a frame, the branch inside it, the size above it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from toolkit.render.fonts import BOLD, fit_size
from toolkit.render.svg import Canvas
from toolkit.source.branches import branch_of

SIZES: Mapping[str, str] = {
    "squad": "•",
    "section": "••",
    "platoon": "•••",
    "company": "I",
    "battery": "I",
    "squadron": "I",
    "battalion": "II",
    "regiment": "III",
    "brigade": "X",
    "division": "XX",
    "corps": "XXX",
    "army": "XXXX",
    "front": "XXXXX",
    "army_group": "XXXXX",
}


@dataclass(frozen=True, slots=True)
class Box:
    """Frame of a symbol: corner, size and line width in the canvas's units, and colours."""

    x: float
    y: float
    width: float
    height: float
    ink: str
    fill: str
    line: float

    @property
    def right(self) -> float:
        """Return the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Return the lower edge."""
        return self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        """Return the middle."""
        return self.x + self.width / 2, self.y + self.height / 2


Drawing = Callable[[Canvas, Box], None]


def _stroke(canvas: Canvas, box: Box, *points: tuple[float, float]) -> None:
    canvas.line(points, stroke=box.ink, stroke_width=box.line)


def _cross(canvas: Canvas, box: Box) -> None:
    _stroke(canvas, box, (box.x, box.y), (box.right, box.bottom))
    _stroke(canvas, box, (box.x, box.bottom), (box.right, box.y))


def _slash(canvas: Canvas, box: Box) -> None:
    _stroke(canvas, box, (box.x, box.bottom), (box.right, box.y))


def _track(canvas: Canvas, box: Box) -> None:
    width, height = 0.68 * box.width, 0.56 * box.height
    x, y = box.centre
    canvas.rect(
        x - width / 2,
        y - height / 2,
        width,
        height,
        rx=height / 2,
        fill="none",
        stroke=box.ink,
        stroke_width=box.line,
    )


def _wheels(canvas: Canvas, box: Box) -> None:
    r = 0.105 * box.height
    for share in (0.22, 0.78):
        canvas.circle(
            box.x + share * box.width,
            box.bottom + r + 0.4 * box.line,
            r,
            fill=box.fill,
            stroke=box.ink,
            stroke_width=0.85 * box.line,
        )


def _peak(canvas: Canvas, box: Box) -> None:
    x, _ = box.centre
    half, top = 0.17 * box.width, box.bottom - 0.42 * box.height
    canvas.polygon([(x - half, box.bottom), (x, top), (x + half, box.bottom)], fill=box.ink)


def _wings(canvas: Canvas, box: Box) -> None:
    x, _ = box.centre
    y = box.bottom - 0.13 * box.height
    r = 0.12 * box.width
    data = f"M{x - 2 * r} {y}A{r} {r} 0 0 1 {x} {y}A{r} {r} 0 0 1 {x + 2 * r} {y}"
    canvas.path(data, fill="none", stroke=box.ink, stroke_width=box.line)


def _tank(canvas: Canvas, box: Box) -> None:
    """Draw a tank from the side, its gun to the right."""
    x, y = box.centre
    unit = min(box.width / 48, box.height / 29)

    def at(*points: tuple[float, float]) -> list[tuple[float, float]]:
        return [(x + unit * px, y + unit * py) for px, py in points]

    canvas.polygon(at((-20, 0), (-15, -4), (13, -4), (20, 0), (17, 5), (-18, 5)), fill=box.ink)
    canvas.polygon(at((-9, -4), (-6, -11), (4, -11), (9, -4)), fill=box.ink)
    canvas.line(at((5, -8), (23, -9)), stroke=box.ink, stroke_width=2.1 * unit)
    left, top = at((-20, 3))[0]
    canvas.rect(left, top, 38 * unit, 8.4 * unit, rx=4.2 * unit, fill=box.ink)
    for dx in (-14.6, -7.8, -1.0, 5.8, 12.6):
        cx, cy = at((dx, 7.2))[0]
        canvas.circle(cx, cy, 2.5 * unit, fill=box.fill)


def _dot(canvas: Canvas, box: Box) -> None:
    x, y = box.centre
    canvas.circle(x, y, 0.17 * box.height, fill=box.ink)


def _arch(canvas: Canvas, box: Box) -> None:
    x, y = box.centre
    canvas.path(
        f"M{x - 0.3 * box.width} {y + 0.2 * box.height}V{y - 0.18 * box.height}H{x + 0.3 * box.width}"
        f"V{y + 0.2 * box.height}M{x} {y - 0.18 * box.height}V{y + 0.2 * box.height}",
        fill="none",
        stroke=box.ink,
        stroke_width=box.line,
    )


def _gun(canvas: Canvas, box: Box) -> None:
    """Draw an upright bar: a gun that has tracks, where a track is drawn as well."""
    x, y = box.centre
    _stroke(canvas, box, (x, y - 0.28 * box.height), (x, y + 0.28 * box.height))


def _chevron(canvas: Canvas, box: Box) -> None:
    x, _ = box.centre
    _stroke(canvas, box, (box.x, box.bottom), (x, box.y), (box.right, box.bottom))


def _banner(canvas: Canvas, box: Box) -> None:
    """Fill the upper third: the frame of a headquarters."""
    canvas.rect(box.x, box.y, box.width, 0.3 * box.height, fill=box.ink)
    x = box.x
    _stroke(canvas, box, (x, box.bottom), (x, box.bottom + 0.32 * box.height))
    middle = box.y + 0.66 * box.height
    canvas.text(
        "HQ", box.centre[0], middle, 0.6 * box.height, face=BOLD, fill=box.ink, anchor="middle", centred=True
    )


def _letters(text: str, *, low: bool = False) -> Drawing:
    def draw(canvas: Canvas, box: Box) -> None:
        x, y = box.centre
        largest = 0.42 * box.height if low else 0.72 * box.height
        size = fit_size(text, 0.36 * box.width if low else 0.84 * box.width, largest, BOLD)
        if low:
            y = box.bottom - 0.2 * box.height
        canvas.text(text, x, y, size, face=BOLD, fill=box.ink, anchor="middle", centred=True)

    return draw


def _low(text: str) -> Drawing:
    return _letters(text, low=True)


def _roof(canvas: Canvas, box: Box) -> None:
    """Draw the arc of guns that shoot upwards."""
    r = 0.34 * box.width
    x, _ = box.centre
    data = f"M{x - r} {box.bottom}A{r} {0.62 * box.height} 0 0 1 {x + r} {box.bottom}"
    canvas.path(data, fill="none", stroke=box.ink, stroke_width=box.line)


def _arrow(canvas: Canvas, box: Box) -> None:
    """Draw an upright arrow."""
    x, y = box.centre
    top, low, reach = y - 0.34 * box.height, y + 0.12 * box.height, 0.1 * box.width
    _stroke(canvas, box, (x, low), (x, top))
    _stroke(canvas, box, (x - reach, top + 0.16 * box.height), (x, top), (x + reach, top + 0.16 * box.height))


def _ring(canvas: Canvas, box: Box) -> None:
    x, _ = box.centre
    canvas.circle(
        x,
        box.bottom - 0.24 * box.height,
        0.13 * box.height,
        fill="none",
        stroke=box.ink,
        stroke_width=box.line,
    )


def _half(canvas: Canvas, box: Box) -> None:
    """Fill the half above the slash: the heavy kind."""
    canvas.polygon([(box.x, box.y), (box.right, box.y), (box.x, box.bottom)], fill=box.ink)


def _ground_line(canvas: Canvas, box: Box) -> None:
    y = box.bottom - 0.22 * box.height
    _stroke(canvas, box, (box.x, y), (box.right, y))


def _wheel(canvas: Canvas, box: Box) -> None:
    x, y = box.centre
    r = 0.32 * box.height
    canvas.circle(x, y, r, fill="none", stroke=box.ink, stroke_width=box.line)
    for dx, dy in ((1.0, 0.0), (0.0, 1.0), (0.7, 0.7), (0.7, -0.7)):
        _stroke(canvas, box, (x - r * dx, y - r * dy), (x + r * dx, y + r * dy))


def _flash(canvas: Canvas, box: Box) -> None:
    x, y = box.centre
    dx, dy = 0.06 * box.width, 0.2 * box.height
    _stroke(canvas, box, (box.x, box.y), (x + dx, y + dy), (x - dx, y - dy), (box.right, box.bottom))


def _upright_cross(canvas: Canvas, box: Box) -> None:
    x, y = box.centre
    _stroke(canvas, box, (x, box.y), (x, box.bottom))
    _stroke(canvas, box, (box.x, y), (box.right, y))


def _rails(canvas: Canvas, box: Box) -> None:
    x, y = box.centre
    reach, gap = 0.38 * box.width, 0.13 * box.height
    for dy in (-gap, gap):
        _stroke(canvas, box, (x - reach, y + dy), (x + reach, y + dy))
    for share in (-0.8, -0.4, 0.0, 0.4, 0.8):
        _stroke(canvas, box, (x + share * reach, y - 1.8 * gap), (x + share * reach, y + 1.8 * gap))


def _bridge(canvas: Canvas, box: Box) -> None:
    x, y = box.centre
    dx, dy = 0.3 * box.width, 0.14 * box.height
    for up in (-1, 1):
        _stroke(
            canvas,
            box,
            (x - dx - 4, y + up * 2.0 * dy),
            (x - dx, y + up * dy),
            (x + dx, y + up * dy),
            (x + dx + 4, y + up * 2.0 * dy),
        )


def _walls(canvas: Canvas, box: Box) -> None:
    """Draw battlements."""
    x, y = box.centre
    w, h = 0.6 * box.width, 0.5 * box.height
    left, top, tooth = x - w / 2, y - h / 2, w / 5
    points = [(left, top + h), (left, top)]
    for index in range(1, 5):
        level = top + (0.36 * h if index % 2 else 0)
        points += [(left + index * tooth, points[-1][1]), (left + index * tooth, level)]
    points += [(left + w, points[-1][1]), (left + w, top + h)]
    canvas.polygon(points, fill=box.ink)


def _star(canvas: Canvas, box: Box) -> None:
    x, y = box.centre
    reach = 0.42 * box.height
    points = []
    for index in range(10):
        far = reach if index % 2 == 0 else 0.42 * reach
        angle = math.pi * (index / 5 - 0.5)
        points.append((x + far * math.cos(angle), y + far * math.sin(angle)))
    canvas.polygon(points, fill=box.ink)


def _figure(*shape: tuple[float, float]) -> Drawing:
    """Return a filled outline: points in a box from -24 to 24 and -14 to 14, y down."""

    def draw(canvas: Canvas, box: Box) -> None:
        x, y = box.centre
        unit = min(box.width / 48, box.height / 29)
        canvas.polygon([(x + unit * px, y + unit * py) for px, py in shape], fill=box.ink)

    return draw


_PLANE = _figure(
    (0, -12), (2, -9), (2, -4), (20, 1), (20, 4), (2, 3), (1.5, 8), (6, 10.5), (6, 12), (0, 11.2),
    (-6, 12), (-6, 10.5), (-1.5, 8), (-2, 3), (-20, 4), (-20, 1), (-2, -4), (-2, -9),
)  # fmt: skip
_SHIP = _figure(
    (-22, 3), (-9, 3), (-9, -2), (-5, -2), (-5, -7), (-2, -7), (-2, -2), (2, -2), (2, -10), (4, -10),
    (4, -2), (8, -2), (8, 3), (22, 3), (17, 10), (-18, 10),
)  # fmt: skip
_BOAT = _figure((-23, 3), (-5, 3), (-5, -4), (5, -4), (5, 3), (23, 3), (19, 9), (-19, 9))
_DECK = _figure((-23, 0), (5, 0), (5, -6), (11, -6), (11, 0), (23, 0), (18, 10), (-20, 10))
_SAILS = _figure(
    (-20, 6), (-12, 6), (-12, -10), (-3, -2), (-3, 6), (1, 6), (1, -12), (13, 2), (2, 3), (2, 6), (20, 6),
    (15, 12), (-15, 12),
)  # fmt: skip
_ROTOR = _figure(
    (-22, -8), (-2, -8), (-2, -5), (-9, -4), (-12, 2), (-6, 7), (4, 7), (8, 2), (21, 0), (22, -4), (20, -4),
    (19, -1.5), (7, -2.5), (2, -5), (2, -8), (22, -8), (22, -10), (-22, -10),
)  # fmt: skip


def _tag(text: str) -> Drawing:
    """Return small letters in the upper right corner."""

    def draw(canvas: Canvas, box: Box) -> None:
        size = fit_size(text, 0.3 * box.width, 0.36 * box.height, BOLD)
        x, y = box.right - 0.05 * box.width, box.y + 0.2 * box.height
        canvas.text(text, x, y, size, face=BOLD, fill=box.ink, anchor="end", centred=True)

    return draw


DRAWINGS: Mapping[str, tuple[Drawing, ...]] = {
        "infantry": (_cross,),
        "armour": (_track,),
        "mechanised": (_cross, _track),
        "motorised": (_cross, _wheels),
        "mountain": (_cross, _peak),
        "jager": (_cross, _low("J")),
        "light": (_cross, _low("L")),
        "grenadiers": (_cross, _low("Gr")),
        "cavalry": (_slash,),
        "light_cavalry": (_slash, _low("L")),
        "heavy_cavalry": (_slash, _half),
        "dragoons": (_slash, _low("D")),
        "lancers": (_slash, _low("U")),
        "cossacks": (_slash, _low("C")),
        "airborne": (_cross, _wings),
        "glider": (_letters("GL"), _wings),
        "commando": (_letters("CDO"),),
        "ski": (_cross, _low("S")),
        "bicycle": (_cross, _wheels, _low("B")),
        "motorcycle": (_cross, _wheels, _low("K")),
        "machine_gun": (_letters("MG"),),
        "luftwaffe": (_cross, _low("LW")),
        "security": (_letters("SEC"),),
        "garrison": (_letters("GAR"),),
        "militia": (_letters("MIL"),),
        "partisan": (_letters("PTN"),),
        "nkvd": (_cross, _wheels, _low("N")),
        "artillery": (_dot,),
        "horse_artillery": (_slash, _dot),
        "heavy_artillery": (_dot, _tag("H")),
        "self_propelled_artillery": (_track, _dot),
        "rocket_artillery": (_dot, _arrow),
        "coastal_artillery": (_dot, _ground_line),
        "mortar": (_arrow, _ring),
        "anti_aircraft": (_roof, _gun),
        "engineer": (_arch,),
        "bridging": (_bridge,),
        "assault_gun": (_track, _gun),
        "tank_destroyer": (_track, _chevron),
        "heavy_armour": (_track, _tag("H")),
        "marines": (_cross, _low("M")),
        "antitank": (_chevron,),
        "reconnaissance": (_slash, _track),
        "armoured_car": (_slash, _track, _wheels),
        "guards": (_cross, _low("G")),
        "tank": (_tank,),
        "hq": (_banner,),
        "leader": (_star,),
        "signals": (_flash,),
        "supply": (_ground_line,),
        "transport": (_wheel,),
        "railway": (_rails,),
        "medical": (_upright_cross,),
        "fortress": (_walls,),
        "fighter": (_PLANE, _tag("F")),
        "bomber": (_PLANE, _tag("B")),
        "dive_bomber": (_PLANE, _tag("D")),
        "ground_attack": (_PLANE, _tag("A")),
        "reconnaissance_aircraft": (_PLANE, _tag("R")),
        "transport_aircraft": (_PLANE, _tag("T")),
        "helicopter": (_ROTOR,),
        "ship": (_SHIP,),
        "battleship": (_SHIP, _tag("BB")),
        "carrier": (_DECK, _tag("CV")),
        "cruiser": (_SHIP, _tag("CA")),
        "destroyer": (_SHIP, _tag("DD")),
        "submarine": (_BOAT, _tag("SS")),
        "gunboat": (_SHIP, _tag("GB")),
        "landing_craft": (_BOAT, _tag("LC")),
        "transport_ship": (_DECK, _tag("T")),
        "sailing_ship": (_SAILS,),
    }  # fmt: skip


def draw_symbol(canvas: Canvas, branch: str | None, box: Box) -> None:
    """Draw one unit symbol; a branch without a drawing shows its first letters."""
    key = branch_of(branch or "")
    parts = DRAWINGS.get(key) or ((_letters(key[:3].upper()),) if key else ())
    canvas.rect(box.x, box.y, box.width, box.height, fill=box.fill)
    for part in parts:
        part(canvas, box)
    canvas.rect(
        box.x, box.y, box.width, box.height, fill="none", stroke=box.ink, stroke_width=1.15 * box.line
    )


def draw_size(canvas: Canvas, size: str | None, at: tuple[float, float], height: float, ink: str) -> None:
    """Draw the size marks centred on a point: crosses from brigade up, bars below."""
    x, y = at
    marks = SIZES.get(size or "", "")
    step = 0.78 * height
    left = x - step * (len(marks) - 1) / 2
    half, line = 0.5 * height, 0.2 * height
    for i, mark in enumerate(marks):
        here = left + i * step
        if mark == "X":
            reach = 0.62 * half
            canvas.line([(here - reach, y - half), (here + reach, y + half)], stroke=ink, stroke_width=line)
            canvas.line([(here - reach, y + half), (here + reach, y - half)], stroke=ink, stroke_width=line)
        elif mark == "•":
            canvas.circle(here, y, 0.3 * height, fill=ink)
        else:
            canvas.line([(here, y - half), (here, y + half)], stroke=ink, stroke_width=line)
