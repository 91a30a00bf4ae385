"""The position that a log begins with, as far as its table shows it."""

from __future__ import annotations

from dataclasses import replace

from toolkit.audit.decisions.records import Laid, Place
from toolkit.audit.facts import number
from toolkit.games.rattenkrieg.audit.vocabulary import (
    DECK,
    HIDDEN,
    gone_turn,
    in_row,
    is_laid,
    is_open,
    isolated_units,
    joined,
    strip_of,
)
from toolkit.games.rattenkrieg.rules.data import RulesData
from toolkit.games.rattenkrieg.rules.position import (
    GONE,
    OFF_MAP,
    Act,
    Battle,
    Course,
    Did,
    Effect,
    Phase,
    Played,
    Position,
    Support,
)
from toolkit.games.rattenkrieg.rules.sides import Side

_SIDES = {side.id: side for side in Side}
_PHASES = {
    "Reinforcements": Phase.REINFORCEMENT,
    "Operations": Phase.OPERATIONS,
    "Replenishment": Phase.REPLENISHMENT,
}
_EFFECTS = {
    "AssaultGun": Support.ASSAULT_GUN,
    "Engineers": Support.ENGINEERS,
    "Molotov": Support.MOLOTOV,
    "Chuikov": Support.CHUIKOV,
}


def is_set_up(laid: Laid) -> bool:
    """Return whether no card has been dealt: the game is being set up."""
    return all(place.box == DECK for place in laid.cards.values())


def is_being_dealt(laid: Laid, position: Position) -> bool:
    """Return whether cards are being dealt: none is used yet, and somebody still lacks some."""
    if position.turn > 1 or laid.down or any(is_laid(place) for place in laid.cards.values()):
        return False
    units = (unit for unit in position.data.units.values() if position.on_map(unit.id))
    lacking = any(len(position.steps[unit.id]) < unit.steps for unit in units)
    return lacking or any(len(position.hands[side]) < position.data.figures.hands[side] for side in Side)


def mixed_areas(position: Position) -> list[str]:
    """Return areas with units of both sides, none of which is known to be isolated."""
    return [
        area
        for area in position.data.city
        if all(position.units_in(area, side) for side in Side)
        and not any(unit in position.cut_off[0] for unit in position.units_in(area))
    ]


def position_at(laid: Laid, data: RulesData, sides: dict[str, str]) -> Position:
    """Return the position of a table.

    Parameters
    ----------
    sides : dict of str to str
        The module's names of the sides → ids.

    Returns
    -------
    Position
        While nothing was dealt: empty and in set-up, so that what lies on the map is judged as placed.
    """
    position = Position(data)
    if is_set_up(laid):
        return position
    turn, phase = laid.turn
    position.turn = turn or 1
    position.phase = _PHASES.get(phase, Phase.OPERATIONS)
    for unit, place in laid.units.items():
        if unit in position.where:
            position.where[unit] = where(place)
    position.down = set(laid.down) & set(position.where)
    for cut in position.cut_off:
        cut.update(isolated_units(laid) & position.where.keys())
    _control(position, laid, sides)
    _cards(position, laid)
    if position.where.get(data.tank) == GONE:
        # Where nobody noted its turn it was lost as late as it can have been.
        late = position.turn - (position.phase is Phase.REINFORCEMENT)
        position.t34_gone = gone_turn(laid) or late
    if is_being_dealt(laid, position):
        position.phase = Phase.SETUP
    _player_turn(position, laid)
    return position


def where(place: Place) -> str:
    """Return a unit's place as positions have it."""
    if place.area:
        return place.area
    return GONE if place.box.startswith("eliminated-") else OFF_MAP


def _control(position: Position, laid: Laid, sides: dict[str, str]) -> None:
    for area in position.data.city:
        shown = laid.properties.get(f"Control_{area}", "")
        side = _SIDES.get(sides.get(shown, shown))
        if side is not None:
            for held in position.held:
                held[area] = side
        position.settle(area)


def _cards(position: Position, laid: Laid) -> None:
    position.deck = list(laid.decks.get(DECK, ()))
    for card, place in laid.cards.items():
        if place.hand in _SIDES:
            position.hands[_SIDES[place.hand]].append(card)
        elif strip_of(place) in position.steps:
            position.steps[strip_of(place)].append(card)
        elif place.box != DECK:
            position.pile.append(card)
            if place.box == HIDDEN:
                # Who laid it there is not shown any more.
                position.covered[card] = Side.GERMAN


def _player_turn(position: Position, laid: Laid) -> None:
    """Take who is acting, and a battle that is being fought, from what the module keeps."""
    active = laid.properties.get("Active", "").removeprefix("@")
    if position.phase is not Phase.OPERATIONS:
        return
    passes = number(laid.properties.get("Passes", ""))
    if laid.down:
        # With every unit face-up the count is the last turn's.
        position.courses = (Course.PASSED,) * min(2, passes)
    if active not in position.where:
        return
    position.actor = position.side(active)
    tank = position.data.tank
    effects = []
    for name, kind in _EFFECTS.items():
        # Each of them took a card.
        count = min(number(laid.properties.get(name, "")), len(laid.cards))
        effects += [Effect(kind, 0)] * count
    along = joined(laid) and position.where.get(tank) == position.where[active]
    # What it has done so far is not shown; it counts as having acted.
    position.act = Act(active, along, 1, tuple(effects))
    _battle(position, laid, active)


def _battle(position: Position, laid: Laid, active: str) -> None:
    rows = [(card, place) for card, place in laid.cards.items() if in_row(place)]
    attacker = laid.properties.get("Attacker", "").removeprefix("@")
    if not rows or attacker != active:
        return
    side = position.side(attacker)
    played = []
    for card, place in sorted(rows, key=lambda row: row[1].spot[1:]):
        position.pile.remove(card)
        owner = side if place.box == "battle-attacker" else side.enemy
        played.append(Played(owner, card, owner.id, is_open(laid, card)))
    defender = laid.properties.get("Defender", "").removeprefix("@")
    named = defender if defender in position.where else None
    battle = Battle(position.where[attacker], attacker, named, cards=tuple(played))
    calls: list[tuple[Side, Did]] = []
    for one in played:
        first = all(one.side is not known for known, _ in calls)
        calls.append((one.side, Did.PLAY if first else Did.RAISE))
    opened = frozenset(one.side for one in played if one.face_up)
    position.battle = replace(battle, calls=tuple(calls), opened=opened)
    if position.act is not None:
        position.act = replace(position.act, fights=(1,))
