"""Unit symbols drawn as vectors: a frame, the branch inside it, the size above it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from toolkit.render.fonts import BOLD, fit_size
from toolkit.render.svg import Canvas

SIZES: Mapping[str, str] = MappingProxyType(
    {
        "company": "I",
        "battalion": "II",
        "regiment": "III",
        "brigade": "X",
        "division": "XX",
        "corps": "XXX",
        "army": "XXXX",
        "front": "XXXXX",
        "army_group": "XXXXX",
    }
)


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


_BRANCHES: Mapping[str, tuple[Drawing, ...]] = MappingProxyType(
    {
        "infantry": (_cross,),
        "armour": (_track,),
        "mechanised": (_cross, _track),
        "motorised": (_cross, _wheels),
        "mountain": (_cross, _peak),
        "jager": (_cross, _letters("J", low=True)),
        "light": (_cross, _letters("L", low=True)),
        "cavalry": (_slash,),
        "airborne": (_cross, _wings),
        "luftwaffe": (_cross, _letters("LW", low=True)),
        "security": (_letters("SEC"),),
        "garrison": (_letters("GAR"),),
        "militia": (_letters("MIL"),),
        "nkvd": (_cross, _wheels, _letters("N", low=True)),
        "artillery": (_dot,),
        "engineer": (_arch,),
        "assault_gun": (_track, _gun),
        "marines": (_cross, _letters("M", low=True)),
        "antitank": (_chevron,),
        "reconnaissance": (_slash, _track),
        "guards": (_cross, _letters("G", low=True)),
        "tank": (_tank,),
        "hq": (_banner,),
    }
)

# Other words for the same branches, as data files of different games spell them.
_ALIASES: Mapping[str, str] = MappingProxyType(
    {
        "rifle": "infantry",
        "engineers": "engineer",
        "guards_rifle": "infantry",
        "armor": "armour",
        "armoured": "armour",
        "armored": "armour",
        "panzer": "armour",
        "mechanized": "mechanised",
        "mechanised_infantry": "mechanised",
        "panzergrenadier": "mechanised",
        "motorized": "motorised",
        "motorised_infantry": "motorised",
        "alpine": "mountain",
        "alpini": "mountain",
        "jaeger": "jager",
        "jäger": "jager",
        "light_infantry": "light",
        "luftwaffe_field": "luftwaffe",
        "headquarters": "hq",
        "recon": "reconnaissance",
        "anti_tank": "antitank",
        "nkvd_motorised": "nkvd",
    }
)


def known_symbols() -> tuple[str, ...]:
    """Return every branch that has a drawing of its own, other spellings included."""
    return tuple(sorted({*_BRANCHES, *_ALIASES}))


def draw_symbol(canvas: Canvas, branch: str | None, box: Box) -> None:
    """Draw one unit symbol; a branch without a drawing shows its first letters."""
    key = (branch or "").lower().replace("-", "_").replace(" ", "_")
    key = _ALIASES.get(key, key)
    parts = _BRANCHES.get(key) or ((_letters(key[:3].upper()),) if key else ())
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
        else:
            canvas.line([(here, y - half), (here, y + half)], stroke=ink, stroke_width=line)
