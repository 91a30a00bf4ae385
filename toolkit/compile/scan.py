"""The scan a map is traced on: where the grid lies on it, and what is wrong with that."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import numpy as np
import shapely

from toolkit.compile.projection import make_grid
from toolkit.diagnostics import Finding, InputError, Place, Severity
from toolkit.geometry.apart import apart
from toolkit.geometry.calibration import STRAIGHT_ENOUGH, Fit, describe, fit_calibration, folds
from toolkit.geometry.grid import HexGrid
from toolkit.geometry.lattice import FloatArray
from toolkit.geometry.scan_models import Calibration, ScanModel
from toolkit.geometry.strays import strays
from toolkit.source.definition import GridDefinition
from toolkit.source.pictures import picture_size
from toolkit.source.scan import ScanSource

WORST_SHARE = 0.05
"""Beyond this part of a hex, a control point is not explained well enough."""

_FAR_OUTSIDE = 0.2


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """A scan with the grid laid on it.

    Attributes
    ----------
    image : Path or None
        The picture, if it is there.
    size_px : (width, height)
        Its size, or one that holds all hexes where it is not known.
    fit : Fit
        Of the points that were used.
    numbers : tuple of str
        What each used control point names, e.g. ``"0412"`` or ``"0412/0413"``.
    plane, pixels : (k, 2) arrays
        The used control points.
    places : tuple of Place
        Where each stands.
    left_out : tuple of (str, (x, y))
        Points that the others contradict, with their pixels.
    """

    image: Path | None
    size_px: tuple[int, int]
    calibration: Calibration
    fit: Fit
    numbers: tuple[str, ...]
    plane: FloatArray
    pixels: FloatArray
    places: tuple[Place, ...]
    left_out: tuple[tuple[str, tuple[float, float]], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class _Points:
    numbers: tuple[str, ...]
    hexes: tuple[tuple[str, ...], ...]
    plane: FloatArray
    pixels: FloatArray
    places: tuple[Place, ...]

    def only(self, rows: list[int]) -> _Points:
        return _Points(
            tuple(self.numbers[i] for i in rows),
            tuple(self.hexes[i] for i in rows),
            self.plane[rows],
            self.pixels[rows],
            tuple(self.places[i] for i in rows),
        )


def compile_scan(
    source: ScanSource, definition: GridDefinition, grid: HexGrid
) -> tuple[Scan | None, list[Finding]]:
    """Lay a grid on a scan.

    Parameters
    ----------
    definition : GridDefinition
        As written, to find out when another one fits the scan.

    Returns
    -------
    scan : Scan or None
        None when the control points give no grid at all.
    findings : list of Finding
        SRC023, SRC030, SRC031; MAP201 to MAP208.
    """
    points, findings = _read_points(source, grid)
    size, image, faults = _picture(source)
    findings += faults
    out = _strays(points, grid, findings)
    used = points.only([i for i in range(len(points.plane)) if i not in out])
    model = None if source.model is None else ScanModel(source.model)
    try:
        fit = fit_calibration(used.plane, used.pixels, grid.pitch, model)
    except ValueError as error:
        findings.append(Finding("MAP203", Severity.ERROR, str(error), source.place))
        return None, findings
    if float(fit.foretold_shares.max()) > 0.15:
        findings += _other_grid(source, definition, points)
    findings += _judge(source, grid, used, fit, size)
    scan = Scan(
        image,
        size if size is not None else _size_for(fit.calibration, grid),
        fit.calibration,
        fit,
        used.numbers,
        used.plane,
        used.pixels,
        used.places,
        tuple((points.numbers[i], _xy(points.pixels[i])) for i in out),
    )
    return scan, findings


def _read_points(source: ScanSource, grid: HexGrid) -> tuple[_Points, list[Finding]]:
    findings: list[Finding] = []
    numbers, hexes, plane, pixels, places = [], [], [], [], []
    first: dict[str, Place] = {}
    for point in source.control_points:
        try:
            position = spot(grid, point.hexes)
        except ValueError as error:
            findings.append(Finding("SRC023", Severity.ERROR, str(error), point.place))
            continue
        number = "/".join(point.hexes)
        key = "/".join(sorted(point.hexes))
        if key in first:
            text = f"control point {number} stands twice; first at {first[key]}"
            findings.append(Finding("SRC022", Severity.ERROR, text, point.place))
            continue
        first[key] = point.place
        numbers.append(number)
        hexes.append(point.hexes)
        plane.append(position)
        pixels.append((point.x, point.y))
        places.append(replace(point.place, hex=number))
    found = _Points(tuple(numbers), tuple(hexes), _array(plane), _array(pixels), tuple(places))
    return found, findings


def spot(grid: HexGrid, numbers: tuple[str, ...]) -> tuple[float, float]:
    """Return the plane position of a hex's centre, a side's middle or a corner.

    Raises
    ------
    ValueError
        For a number that is no hex, or hexes that do not touch.
    """
    hexes = [grid.hex(number) for number in numbers]
    for a, b in zip(hexes, hexes[1:] + hexes[:1], strict=True):
        if len(hexes) > 1 and grid.distance(a, b) != 1:
            raise ValueError(apart(grid, a, b))
    return _xy(grid.to_plane(grid.axial_of(np.array(hexes))).mean(axis=0))


def _picture(source: ScanSource) -> tuple[tuple[int, int] | None, Path | None, list[Finding]]:
    """Return the scan's size, its picture where it is there, and what is wrong with them."""
    if source.image is None:
        return source.size_px, None, []
    try:
        size = picture_size(source.image, source.image_place)
    except InputError as error:
        # A scan is often not for sharing: with its size stated, map and module are made without it.
        known = source.size_px is not None and not source.image.exists()
        severity = Severity.INFO if known else Severity.ERROR
        return source.size_px, None, [replace(finding, severity=severity) for finding in error.findings]
    if source.size_px is not None and source.size_px != size:
        text = (
            f"the scan is {size[0]} × {size[1]} pixels, size_px says {source.size_px[0]} × "
            f"{source.size_px[1]}: control points of one picture do not fit another"
        )
        return size, source.image, [Finding("SRC031", Severity.ERROR, text, source.size_place)]
    return size, source.image, []


def _strays(points: _Points, grid: HexGrid, findings: list[Finding]) -> tuple[int, ...]:
    out = strays(points.plane, points.pixels, grid.pitch)
    if not out:
        return ()
    kept = [i for i in range(len(points.plane)) if i not in out]
    fit = fit_calibration(points.plane[kept], points.pixels[kept], grid.pitch)
    for i in out:
        at = fit.calibration.to_plane(points.pixels[i : i + 1])
        away = float(np.hypot(*(at[0] - points.plane[i]))) / grid.pitch
        near = int(grid.nearest(at)[0])
        where = f"hex {grid.number(near)}" if near >= 0 else "no hex of the grid"
        text = (
            f"control point {points.numbers[i]} lies {away:.2f} hexes from where the others put it; "
            f"its pixel is in {where}: mend the number or the pixel"
        )
        data = {"hexes_away": round(away, 3), "near": grid.number(near) if near >= 0 else None}
        findings.append(Finding("MAP202", Severity.ERROR, text, points.places[i], data=data))
    return out


def _other_grid(source: ScanSource, definition: GridDefinition, points: _Points) -> list[Finding]:
    """Return a finding when the control points speak for another grid than game.yaml's."""
    best: tuple[float, str] | None = None
    for words, other in _variants(definition):
        try:
            grid = make_grid(other)
            plane = np.array([spot(grid, hexes) for hexes in points.hexes])
            fit = fit_calibration(plane, points.pixels, grid.pitch)
        except (ValueError, InputError):
            continue
        share = float(fit.foretold_shares.max())
        if share < 0.1 and (best is None or share < best[0]):
            best = (share, words)
    if best is None:
        return []
    text = f"the control points do not fit the grid of game.yaml, but they do with {best[1]}"
    return [Finding("MAP204", Severity.ERROR, text, source.place, data={"instead": best[1]})]


def _variants(definition: GridDefinition) -> list[tuple[str, GridDefinition]]:
    shifted: Literal["even", "odd"] = "odd" if definition.shifted == "even" else "even"
    turned = "pointy" if definition.orientation == "flat" else "flat"
    found = [
        (f"shifted: {shifted}", replace(definition, shifted=shifted)),
        (f"orientation: {turned}", replace(definition, orientation=turned)),
        (
            f"orientation: {turned} and shifted: {shifted}",
            replace(definition, orientation=turned, shifted=shifted),
        ),
    ]
    return found


def _judge(
    source: ScanSource, grid: HexGrid, points: _Points, fit: Fit, size: tuple[int, int] | None
) -> list[Finding]:
    findings = []
    straight = describe(fit.calibration, grid.pitch)
    if straight.mirrored:
        text = "the scan shows the grid mirrored: numbers run the other way, or x and y are exchanged"
        findings.append(Finding("MAP205", Severity.ERROR, text, source.place))
    findings += _bent(source, points, fit)
    findings += _misses(source, points, fit)
    findings += _far_hexes(source, grid, points)
    turned = folds(fit.calibration, grid.centres())
    if len(turned):
        h = int(grid.nearest(turned[:1])[0])
        text = f"the correction turns the scan over near hex {grid.number(h)}; add control points there"
        findings.append(Finding("MAP207", Severity.ERROR, text, replace(source.place, hex=grid.number(h))))
    if size is not None:
        findings += _off_scan(grid, points, size, fit.calibration, source)
    return findings


def _bent(source: ScanSource, points: _Points, fit: Fit) -> list[Finding]:
    """Return a warning when the fit had to leave the straight grid by itself."""
    if source.model is not None or fit.calibration.model is ScanModel.AFFINE:
        return []
    shares = fit.straight_shares
    worst = int(shares.argmax())
    missed = float(np.hypot(*fit.straight_residuals[worst]))
    # A bend that one can hardly see is corrected and noted.
    severity = Severity.INFO if float(shares[worst]) <= STRAIGHT_ENOUGH else Severity.WARNING
    text = (
        f"a straight grid misses control point {points.numbers[worst]} by {missed:.1f} pixels, "
        f"{shares[worst]:.1%} of a hex: the scan is bent; corrected with the model "
        f"'{fit.calibration.model.value}', which misses no point by more than {fit.shares.max():.1%} "
        "(state the model to silence this)"
    )
    data = {
        "model": fit.calibration.model.value,
        "straight_share": round(float(shares[worst]), 5),
        "share": round(float(fit.shares.max()), 5),
    }
    return [Finding("MAP201", severity, text, points.places[worst], data=data)]


def _misses(source: ScanSource, points: _Points, fit: Fit) -> list[Finding]:
    findings = []
    for i in np.flatnonzero(fit.shares > WORST_SHARE).tolist():
        missed = float(np.hypot(*fit.residuals[i]))
        share = f"{fit.shares[i]:.1%} of a hex"
        text = f"control point {points.numbers[i]} is missed by {missed:.1f} pixels, {share}"
        data = {"share": round(float(fit.shares[i]), 5)}
        findings.append(Finding("MAP206", Severity.WARNING, text, points.places[i], data=data))
    worst = int(fit.foretold_shares.argmax())
    if not findings and float(fit.foretold_shares[worst]) > 3 * WORST_SHARE:
        text = (
            f"the other control points put {points.numbers[worst]} {fit.foretold_shares[worst]:.0%} of a hex "
            "elsewhere: it is far from them and decides its corner alone; add one or two near it"
        )
        findings.append(Finding("MAP206", Severity.WARNING, text, points.places[worst]))
    if len(points.plane) < 6 and source.model is None:
        text = (
            f"{len(points.plane)} control points cannot show whether the scan is bent; 12 of them, "
            "out to all corners, can"
        )
        findings.append(Finding("MAP203", Severity.WARNING, text, source.place))
    return findings


def _far_hexes(source: ScanSource, grid: HexGrid, points: _Points) -> list[Finding]:
    """Return a warning when a part of the map lies far outside all control points."""
    hull = shapely.convex_hull(shapely.multipoints(points.plane))
    centres = grid.centres()
    away = shapely.distance(hull, shapely.points(centres))
    worst = int(np.argmax(away))
    size = float(np.hypot(*(centres.max(axis=0) - centres.min(axis=0))))
    if float(away[worst]) <= max(_FAR_OUTSIDE * size, 1.5 * grid.pitch):
        return []
    number = grid.number(worst)
    text = f"hex {number} lies {away[worst] / grid.pitch:.0f} hexes outside all control points; add one there"
    return [Finding("MAP203", Severity.WARNING, text, replace(source.place, hex=number))]


def _off_scan(
    grid: HexGrid, points: _Points, size: tuple[int, int], calibration: Calibration, source: ScanSource
) -> list[Finding]:
    findings = []
    for i, (x, y) in enumerate(points.pixels.tolist()):
        if not (0 <= x <= size[0] and 0 <= y <= size[1]):
            text = f"control point {points.numbers[i]} lies off the scan of {size[0]} × {size[1]} pixels"
            findings.append(Finding("MAP202", Severity.ERROR, text, points.places[i]))
    centres = calibration.to_scan(grid.centres())
    outside = np.flatnonzero(((centres < 0) | (centres > np.array(size))).any(axis=1))
    if len(outside) and not findings:
        number = grid.number(int(outside[0]))
        text = (
            f"{len(outside)} hexes lie off the scan, the first is {number}: is the grid larger than the map?"
        )
        findings.append(Finding("MAP208", Severity.WARNING, text, replace(source.place, hex=number)))
    return findings


def _size_for(calibration: Calibration, grid: HexGrid) -> tuple[int, int]:
    corners = calibration.to_scan(grid.corners(np.arange(len(grid))).reshape(-1, 2))
    width, height = np.ceil(corners.max(axis=0)).astype(int).tolist()
    return max(int(width), 1), max(int(height), 1)


def _array(values: list[tuple[float, float]]) -> FloatArray:
    return np.array(values, dtype=np.float64).reshape(-1, 2)


def _xy(row: FloatArray) -> tuple[float, float]:
    return float(row[0]), float(row[1])
