"""Units and action cards of a game on areas: where they start and enter, what cards ask for."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

import numpy as np

from toolkit.diagnostics import Finding, Place, Severity
from toolkit.geometry.area_map import AreaMap
from toolkit.source.action_cards import ActionCard, CardWhere
from toolkit.source.counters import Counter
from toolkit.source.game import GameSource
from toolkit.source.schema import suggestion
from toolkit.source.setups import Setup

STACKING = "stacking"
"""The number of `charts/figures.yaml` that set-ups are held against."""


def check_area_units(source: GameSource, areas: AreaMap) -> list[Finding]:
    """Return what is wrong with what counters and action cards say of areas and of each other.

    Parameters
    ----------
    areas : AreaMap
        Compiled from the same source.

    Returns
    -------
    list of Finding
        ``SRC020`` an area, class of units or division that does not exist; ``MAP323`` a terrain value that
        is no number, ``MAP324`` a letter that two areas have; ``OOB011`` a unit that neither starts nor
        enters, or does both; ``OOB012`` units enter an area that nothing leads out of; ``OOB013`` (warning)
        no other unit of its class could withdraw for one; ``SET022`` more units in an area than may stack;
        ``SET033`` a unit set up elsewhere than its counter says; ``SET034`` a reinforcement in a box of
        another turn; ``CRD015`` a card that asks for an area that the map does not have.
    """
    findings = [*_check_properties(source, areas)]
    for counter in source.counters:
        if counter.kind == "unit":
            findings += _check_unit(counter, areas)
    findings += _check_substitutes(source)
    for setup in source.setups:
        findings += _check_start(source, setup)
    for card in source.action_cards:
        findings += _check_card(source, areas, card)
    return findings


# Areas


def _check_properties(source: GameSource, areas: AreaMap) -> Iterator[Finding]:
    places = {} if source.area_map is None else {area.id: area.place for area in source.area_map.areas}
    letters: dict[str, str] = {}
    for id, properties in zip(areas.ids, areas.properties, strict=True):
        place = places.get(id, Place())
        terrain = properties.get("terrain", "0")
        if not terrain.isdigit():
            yield _error("MAP323", f"the terrain value of area {id} is '{terrain}', no number", place)
        letter = properties.get("letter")
        if letter is not None and letter in letters:
            text = f"the areas {letters[letter]} and {id} have one letter, {letter}"
            yield _error("MAP324", text, place)
        elif letter is not None:
            letters[letter] = id


# Units


def _check_unit(counter: Counter, areas: AreaMap) -> Iterator[Finding]:
    if counter.fresh is None:
        return
    enters = counter.enters is not None and bool(counter.entry)
    half = (counter.enters is not None) != bool(counter.entry)
    if half or (counter.starts is not None) == enters:
        text = f"{counter.id} needs either `starts`, or `enters` with `entry`"
        yield _error("OOB011", text, counter.place, counter=counter.id)
    for id in (*([] if counter.starts is None else [counter.starts]), *counter.entry):
        if id not in areas.ids:
            text = f"{counter.id}: there is no area {id}{suggestion(id, areas.ids)}"
            yield _error("SRC020", text, counter.place, counter=counter.id)
        elif id in counter.entry and not _leads_on(areas, areas.ids.index(id)):
            text = f"{counter.id} enters {id}, and nothing leads out of it"
            yield _error("OOB012", text, counter.place, counter=counter.id)


def _leads_on(areas: AreaMap, area: int) -> bool:
    """Return whether a border or a link leads out of an area."""
    out = any(link.start == area or (link.end == area and not link.one_way) for link in areas.links)
    return out or bool(np.any(areas.adjacent[area]))


def _check_substitutes(source: GameSource) -> Iterator[Finding]:
    units = [counter for counter in source.counters if counter.kind == "unit"]
    others = {(unit.side, unit.unit_class) for unit in units if not unit.withdraws}
    for unit in units:
        if unit.withdraws and (unit.side, unit.unit_class) not in others:
            text = f"no other {unit.unit_class} unit could withdraw for {unit.id}, should it be eliminated"
            yield _error("OOB013", text, unit.place, Severity.WARNING, counter=unit.id)


# Set-ups


def _check_start(source: GameSource, setup: Setup) -> Iterator[Finding]:
    if setup.empty:
        return
    boxes = {box.id: box for box in source.boxes}
    stacks: Tally[tuple[str, str | None]] = Tally()
    limit = next((figure.value for figure in source.figures if figure.id == STACKING), None)
    for counter in source.counters:
        area = setup.in_areas.get(counter.id)
        box = boxes.get(setup.in_boxes.get(counter.id, ""))
        place = setup.where.get(counter.id, Place())
        if counter.kind != "unit":
            continue
        if area is not None and counter.starts is not None and area != counter.starts:
            text = f"{counter.id} starts in {counter.starts} by its counter and stands in {area}"
            yield _error("SET033", text, place, counter=counter.id)
        turn = None if box is None or box.kind not in ("turn", "reinforcement") else box.index
        if turn is not None and counter.enters not in (None, turn):
            text = f"{counter.id} enters in turn {counter.enters} and waits in the box of turn {turn}"
            yield _error("SET034", text, place, counter=counter.id)
        if area is not None:
            stacks[area, counter.side] += 1
            if limit is not None and stacks[area, counter.side] == limit + 1:
                text = f"more than {limit} units of one side stand in {area}"
                yield _error("SET022", text, place, counter=counter.id)


# Cards


def _check_card(source: GameSource, areas: AreaMap, card: ActionCard) -> Iterator[Finding]:
    own = [counter for counter in source.counters if counter.kind == "unit" and counter.side == card.side]
    classes = {unit.unit_class for unit in own if unit.unit_class is not None}
    divisions = {unit.division for unit in own if unit.division is not None}
    units, cost, where = card.units, card.cost, card.where
    asked = [] if units is None else [("class", name, classes) for name in units.classes]
    if units is not None and units.division is not None:
        asked.append(("division", units.division, divisions))
    if cost is not None and cost.spend is not None:
        asked.append(("class", cost.spend, classes))
    for word, name, known in asked:
        if name not in known:
            text = f"{card.id}: no unit of {card.side} is of the {word} {name}{suggestion(name, known)}"
            yield _error("SRC020", text, card.place, card=card.id)
    unknown = [id for id in (where.areas if where is not None else ()) if id not in areas.ids]
    for id in unknown:
        text = f"{card.id}: there is no area {id}{suggestion(id, areas.ids)}"
        yield _error("SRC020", text, card.place, card=card.id)
    if where is not None and not unknown and not any(_fits(areas, i, where) for i in range(len(areas))):
        text = f"{card.id}: no area of the map is what it asks for, so that it can never be played"
        yield _error("CRD015", text, card.place, card=card.id)


def _fits(areas: AreaMap, area: int, where: CardWhere) -> bool:
    """Return whether an area can ever be what a card asks for, whoever controls it and stands in it."""
    properties = areas.properties[area]
    terrain = properties.get("terrain", "0")
    value = int(terrain) if terrain.isdigit() else 0
    most = value if where.terrain_most is None else where.terrain_most
    return (
        (not where.areas or areas.ids[area] in where.areas)
        and (where.terrain_least or 0) <= value <= most
        and where.riverside in (None, properties.get("riverside") == "true")
        and where.victory in (None, properties.get("victory") == "true")
    )


def _error(
    code: str, message: str, place: Place, severity: Severity = Severity.ERROR, **data: object
) -> Finding:
    return Finding(code, severity, message, place, data=data)
