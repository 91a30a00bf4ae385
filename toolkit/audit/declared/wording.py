"""Actions of declared games in words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from toolkit.audit.decisions.account import area, spot
from toolkit.audit.decisions.records import Place
from toolkit.audit.declared.vocabulary import places
from toolkit.audit.ledger import Open, What
from toolkit.audit.unexplained import Words
from toolkit.compile.compiled import CompiledGame
from toolkit.diagnostics.words import counted
from toolkit.rules.declared import Position
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.rules import Rules
from toolkit.rules.mechanisms.cards import Cards, HeldCard
from toolkit.rules.mechanisms.forces import ELIMINATED, EXITED, WAITING, Unit
from toolkit.rules.mechanisms.losses import Steps

_DOUBLED: Final = "there is one counter of each unit"
_LOST: Final = "a unit that is lost stays lost, and units leave the game from the map only"
_PILES: Final = "a card goes from its deck into the hand, and from there to the pile"


def words(game: CompiledGame, rules: Rules) -> Words:
    """Return what a game says of its pieces."""
    pieces: Mapping[str, Unit | HeldCard] = {**rules.units, **rules.cards}
    known = {piece.id: piece.name for piece in pieces.values()} | names_of_places(game)
    where = places(game)

    def side(piece: str) -> str | None:
        found = pieces.get(piece)
        return None if found is None else found.side

    def broken(one: Open) -> tuple[str, str] | None:
        match one.entry.key.what, one.entry.kind, one.entry.before, one.entry.after:
            case What.PIECE, "unit", _, True:
                return rules.number(), _DOUBLED
            case What.PLACE, "unit", Place() as before, Place() as after if after.box:
                ends = where(before), where(after)
                back = ends[0] == ELIMINATED or ends[1] == EXITED
                return (rules.number(Steps), _LOST) if back and ends[0] != ends[1] else None
            case What.PLACE, "card", Place() as before, Place() as after if before.box and after.box:
                owner = side(one.entry.key.subject)
                return next(c.number for c in rules.of(Cards) if c.rule.side == owner), _PILES
        return None

    def name(id_: str) -> str:
        return known.get(id_) or id_

    return Words(name, side, broken, partial(spot, name=name), partial(area, name=name))


def names_of_places(game: CompiledGame) -> dict[str, str]:
    """Return areas by id with their names; hexes are called by their numbers."""
    if game.hex_map is not None:
        return {}
    return {area: names["en"] for area, names in zip(game.areas.ids, game.areas.names, strict=True)}


def unit_of(action: a.Action) -> str:
    """Return the unit that an action is about, "" for none."""
    if isinstance(action, a.Attack):
        return action.attackers[0] if action.attackers else ""
    return str(getattr(action, "unit", ""))


def ends_of(position: Position, action: a.Action) -> tuple[str, str]:
    """Return where an action begins and ends on the map; "" for nowhere."""
    unit = unit_of(action)
    start = position.where.get(unit, WAITING)
    begin = "" if start.startswith("@") else start
    match action:
        case a.Move(_, path) | a.Retreat(_, path) | a.Advance(_, path):
            return begin, path[-1] if path else ""
        case a.Place(_, at):
            return begin, at
        case a.Attack(_, targets) | a.Support(_, targets) | a.Play(_, targets) | a.Roll(targets):
            return begin, targets[0] if targets else ""
        case _:
            return begin, ""


def detail_of(position: Position, action: a.Action) -> str:
    """Return what was done, where unit and places do not say it."""
    units = position.units
    match action:
        case a.Attack(attackers, targets):
            others = ", ".join(units[unit].name for unit in attackers[1:] if unit in units)
            more = [f"with {others}"] if others else []
            return "; ".join([*more, *_further(targets)])
        case a.Support(_, targets):
            return f"in {', '.join(map(position.name, targets))}"
        case a.Roll(targets, dice):
            return "; ".join(
                (f"{'die' if len(dice) == 1 else 'dice'} {' + '.join(map(str, dice))}", *_further(targets))
            )
        case a.Lose(unit, steps) if unit in position.steps:
            left = position.steps[unit] - steps
            return f"{left} {'step' if left == 1 else 'steps'} left" if left > 0 else "eliminated"
        case a.Place(_, _, steps):
            return f"with {steps} {'step' if steps == 1 else 'steps'}"
        case a.Weather(_, dice, of):
            table = position.tables().get(of)
            kinds = [] if table is None else sorted(table.rule.of(dice))
            return f"{of} {' '.join(map(str, dice))}: {', '.join(kinds) or 'nothing'}".lstrip()
        case a.Change(_, status):
            return status.replace("_", " ") or "nothing"
        case a.Draw(chit):
            return chit
        case a.Deal(card) | a.Discard(card) | a.Play(card):
            on = position.name(getattr(action, "on", ""))
            return f"{position.name(card)} on {on}" if on else position.name(card)
        case a.Reshuffle(side, cards):
            return f"{counted(len(cards), 'card')}, {side}"
        case a.End(side):
            return f"{position.phase.name or position.phase.id}, {side}"
        case _:
            return ""


def _further(targets: tuple[str, ...]) -> list[str]:
    """Return what else a battle is against than the first of its targets."""
    return [f"also {', '.join(targets[1:])}"] if len(targets) > 1 else []
