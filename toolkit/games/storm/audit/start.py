"""The position that a log begins with, as far as its table shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from toolkit.audit.decisions.records import Laid
from toolkit.audit.facts import number, signed
from toolkit.games.storm.audit.story import SIDES
from toolkit.games.storm.audit.vocabulary import CONSEQUENCES, deck_side, is_pile, unmarked, where
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.control import ALL
from toolkit.games.storm.rules.data import RulesData, Timing, Use
from toolkit.games.storm.rules.game import apply
from toolkit.games.storm.rules.position import ELIMINATED, WITHDRAWN, Phase, Position, Shot, Toll
from toolkit.games.storm.rules.sequence import begins_act
from toolkit.games.storm.rules.sides import Side

_PHASES: Mapping[str, Phase] = {
    "Draw": Phase.DRAW,
    "Impulses": Phase.IMPULSES,
    "Hands": Phase.HANDS,
    "Arrivals": Phase.ARRIVALS,
}


def is_set_up(laid: Laid) -> bool:
    """Return whether no card has left its deck: the game has not begun."""
    return all(deck_side(place) for place in laid.cards.values()) and laid.turn[0] <= 1


def position_at(laid: Laid, data: RulesData, names: Mapping[str, str]) -> Position:
    """Return the position of a table.

    Parameters
    ----------
    names : mapping of str to str
        What the module calls sides and areas → ids.
    """
    position = Position(data)
    for unit, place in laid.units.items():
        if unit in position.where and where(place):
            position.put(unit, where(place))
    position.spent = {unit for unit in laid.down if position.on_map(unit)}
    _control(position, laid, names)
    if is_set_up(laid):
        _bids(position, laid, names)
        return position
    position.turn = min(max(1, laid.turn[0]), max(1, data.last_turn))
    position.phase = _PHASES.get(laid.turn[1], Phase.IMPULSES)
    _cards(position, laid)
    _target(position, laid)
    for area in data.areas:
        for side in Side:
            if laid.value(f"fire-{area}-{side.id}", "Fire") == "1":
                position.markers.add((area, side))
    if position.phase is Phase.IMPULSES:
        _impulse(position, laid, names)
    elif position.phase is Phase.ARRIVALS:
        _withdrawals(position)
    return position


def _withdrawals(position: Position) -> None:
    """Count the units that have left already for eliminated black ones: of their kind where one did."""
    units = position.data.units
    dead = [unit for unit in position.data.black if position.where[unit] == ELIMINATED]
    for left in units.values():
        if dead and position.where[left.id] == WITHDRAWN and not left.withdraws:
            likely = next((unit for unit in dead if units[unit].kind == left.kind), dead[0])
            dead.remove(likely)
            position.gone |= {likely}


def _control(position: Position, laid: Laid, names: Mapping[str, str]) -> None:
    for area in position.data.areas:
        shown = laid.value(f"control-{area}", "Control") or laid.properties.get(f"Control_{area}", "")
        side = SIDES.get(names.get(shown, shown))
        if side is not None:
            position.held[area] = ALL * side
        position.settle(area)


def _bids(position: Position, laid: Laid, names: Mapping[str, str]) -> None:
    """Take over bids that were sealed before the log begins."""
    named = {side: name for name, side in ((name, names.get(name, name)) for name in names)}
    for side in Side:
        bid = number(laid.value(f"bid-{side.id}", "Bid"), -1)
        if laid.properties.get(f"Sealed_{named.get(side.id, '')}") == "1" and bid >= 0:
            position.bids[side] = bid
    if laid.properties.get("SovietSeat", ""):
        _target(position, laid)


def _target(position: Position, laid: Laid) -> None:
    target = laid.properties.get("Target", "")
    agreed = bool(laid.properties.get("SovietSeat", "")) or target != str(position.data.figures.target)
    position.target = number(target) if agreed else 0


def _cards(position: Position, laid: Laid) -> None:
    for side in Side:
        deck = laid.decks.get(f"deck-{side.id}", ())
        position.decks[side].extend(card for card in deck if card in position.data.cards)
    for card, place in laid.cards.items():
        known = position.data.cards.get(card)
        if known is None or deck_side(place):
            continue
        if place.hand in SIDES:
            position.hands[SIDES[place.hand]].append(card)
        else:
            position.piles[known.side].append(card)


def _impulse(position: Position, laid: Laid, names: Mapping[str, str]) -> None:
    """Take whose impulse was the last one, and a fire that goes on, from what the module counts."""
    known = laid.properties
    acted = _side(known.get("ActSide", ""), names)
    position.passes = number(known.get("Passes", ""))
    act, piece = last_word(laid)
    mover = position.data.units.get(piece) if act in ("move", "ferry") else None
    if mover is not None and mover.side is not acted:
        # A unit's own word says more than the players' count.
        acted, position.passes = mover.side, 0
    position.last = acted
    if acted is not None and position.passes:
        position.out = frozenset(Side) if position.passes > 1 else frozenset({acted})
    side = _side(known.get("FireSide", ""), names)
    target = names.get(unmarked(known.get("FireTarget", "")), "")
    if side is None or side is not acted or target not in position.data.areas or _is_over(position, laid):
        return  # what a fire left that nobody closed
    if known.get("FireState") == "declared":
        _declared(position, laid, side, target, names)
    elif known.get("FireState") == "rolled":
        _rolled(position, laid, side, target, names)


def _is_over(position: Position, laid: Laid) -> bool:
    """Return whether another impulse was begun after the fire that the desk still shows."""
    cards = position.data.cards
    for act, piece in words(laid):
        card = cards.get(piece) if act == "play" else None
        if act in ("roll", "declare") or (card is not None and card.does(Use.MINES)):
            return False
        if act in ("move", "ferry", "pass", "fire"):
            return True
        if card is not None and begins_act(position, a.Play(card.side, piece)):
            # A card may be laid for a fire that is declared.
            return card.timing is not Timing.OWN_FIRE or laid.properties.get("FireState") != "declared"
    return False


def _declared(position: Position, laid: Laid, side: Side, target: str, names: Mapping[str, str]) -> None:
    known = laid.properties
    units = position.data.units
    firing = (unit for unit in units if laid.value(unit, "Firing") == "1")
    firers = tuple(unit for unit in firing if position.side(unit) is side)
    out = {unit for unit in units if laid.value(unit, "LeftOut") == "1"}
    enemies = position.units_in(target, side.enemy)
    aimed = tuple(unit for unit in enemies if unit not in out)
    more = signed(known.get("AttackMore", ""))
    if known.get("FireFrom") and firers:
        apply(position, a.Fire(side, firers, target, aimed if len(aimed) < len(enemies) else ()))
    else:
        card = _in_play(position, laid, side)
        effect = None if card is None else position.data.cards[card].effect
        more -= 0 if effect is None else effect.amount
        position.last = side
        position.shot = Shot(side, (), "", target, aimed, card=card or "")
    if position.shot is not None:
        times = signed(known.get("TerrainTimes", "1"))
        position.shot = replace(
            position.shot,
            bonus=more,
            bare=times == 0,
            factor=max(times, 1),
            dug=signed(known.get("DefenceMore", "")),
            allots=_side(known.get("Allots", ""), names) is side,
        )


def _rolled(position: Position, laid: Laid, side: Side, target: str, names: Mapping[str, str]) -> None:
    known = laid.properties
    points, left = (signed(known.get(name, "")) for name in ("Points", "Left"))
    fire = known.get("FireNo", "")
    victim, named = side.enemy, _side(known.get("Allots", ""), names)
    mine = [unit for unit in position.data.units if position.side(unit) is victim]
    hit = [unit for unit in mine if fire and laid.value(unit, "LossIn") == fire]
    if left <= 0 and not hit:
        return
    gone = [unit for unit in hit if position.on_map(unit) and position.where[unit] != target]
    there = [unit for unit in position.units_in(target, victim) if laid.value(unit, "LeftOut") != "1"]
    position.last = side
    position.toll = Toll(
        victim=victim,
        allotter=victim if named is None else named,
        pool=tuple(dict.fromkeys((*there, *hit))),
        area=target,
        attack=points,
        rolled=bool(known.get("FireFrom")) or known.get("D1", "0") != "0",
        paid=points - left,
        retreats=tuple((unit, position.where[unit]) for unit in gone),
    )


def _in_play(position: Position, laid: Laid, side: Side) -> str | None:
    lies = (card for card, place in laid.cards.items() if place.box == f"played-{side.id}")
    return next((card for card in lies if card in position.data.cards), None)


def _side(name: str, names: Mapping[str, str]) -> Side | None:
    return SIDES.get(names.get(name, name))


def words(laid: Laid) -> list[tuple[str, str]]:
    """Return the words of the decisions before a log begins, with their pieces, the last one first."""
    own = [piece for piece in laid.values if laid.value(piece, "Act") not in CONSEQUENCES]
    own.sort(key=lambda piece: signed(laid.value(piece, "Seq")), reverse=True)
    return [(laid.value(piece, "Act"), piece) for piece in own]


def last_word(laid: Laid) -> tuple[str, str]:
    """Return the word and the piece of the last decision before a log begins, "" for none."""
    return next(iter(words(laid)), ("", ""))


def has_been_played(laid: Laid) -> bool:
    """Return whether dice or cards show that fire and cards came before a log."""
    return any(name.endswith("_result") for name in laid.properties) or any(map(is_pile, laid.cards.values()))


def whose_is_open(laid: Laid) -> bool:
    """Return whether nothing shows who had the last impulse before a log that begins among them.

    The module counts impulses by its keys; where none was counted, and units have acted, nobody pressed them.
    """
    counted = laid.properties.get("Impulse", "0") not in ("", "0")
    fired = any(values.get("Fire") == "1" for values in laid.values.values())
    played = any(place.box.startswith("played-") for place in laid.cards.values())
    return not counted and not laid.properties.get("ActSide", "") and bool(laid.down or fired or played)
