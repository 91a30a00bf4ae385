"""What is counted in random games of Rattenkrieg: an example of every clause, and the rare things."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.cards import is_face
from toolkit.games.rattenkrieg.rules.data import Terrain, UnitClass
from toolkit.games.rattenkrieg.rules.moments import Moment, due
from toolkit.games.rattenkrieg.rules.position import Phase, Position, Strike, Support
from toolkit.games.rattenkrieg.rules.readings import is_contested
from toolkit.games.rattenkrieg.rules.results import is_hit
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.rulings import Rulings

WANTED = (
    "3.4 the pile becomes the deck",
    "4.0 the Germans win",
    "4.0 the Soviets win",
    "6.1 German reinforcements",
    "6.2 the guards arrive",
    "6.3 the T-34 returns",
    "7.2 over the Volga",
    "7.3 a card for an empty area",
    "7.3 a step for an empty area",
    "7.4 pass without a unit",
    "7.4 the unit named passes",
    "7.5 in the rear",
    "7.5 isolated",
    "8.4 bluff",
    "8.5 given in",
    "8.5 given in after a raise",
    "8.6 raise",
    "8.6 counter-raise",
    "8.7.1",
    "8.7.2",
    "8.7.3",
    "8.7.5",
    "8.7.4 fought on",
    "8.7.4 given up",
    "8.8 infantry in an urban area",
    "8.8 panzer division in an urban area",
    "8.9.1 retreat of a defender",
    "8.9.1 retreat of an attacker",
    "8.9.2 step lost",
    "8.9.3 removed",
    "8.10 isolated attacks",
    "8.10 isolated is attacked",
    "8.10 freed",
    "8.10.1",
    "8.10.2",
    "8.11 attacks again",
    "8.11 leaves",
    "8.11 event in between",
    "8.12 acts together",
    "8.12 acts alone",
    "8.12 left behind",
    "8.12 supports a defender",
    "8.12 supports an attacker",
    "8.12 removed instead",
    "8.12 named as defender",
    "9.1 event from a step",
    "9.2 hit",
    "9.2 miss",
    "9.2 face card",
    "9.3 hit",
    "9.3 miss",
    "9.4 fought with",
    "9.5 fought with",
    "9.6 a card taken",
    "9.6 an empty hand",
    "9.7 fought with",
    "9.8 led a battle",
    "9.8 turned face-up",
    "10.1 laid down",
    "10.1 drawn",
    "10.2 a fourth card",
    "10.3 turned face-up",
)

# Corners of clauses that have their examples above: a few in two thousand games are enough.
CORNERS = ("8.11 removed", "8.11 isolated", "9.8 German raise", "9.8 turned face-up with nobody acting")


def occurrences(position: Position, action: a.Action) -> Iterator[str]:
    """Yield what an action is an example of, beside its own kind."""
    yield type(action).__name__
    yield from _turn(position, action)
    yield from _operation(position, action)
    yield from _battle(position, action)
    yield from _damage(position, action)
    yield from _event(position, action)


def _rulings(position: Position) -> Rulings:
    return Rulings(position.data.points.settled())


def _turn(position: Position, action: a.Action) -> Iterator[str]:
    match action:
        case a.Shuffle() if position.phase is not Phase.SETUP:
            yield "3.4 the pile becomes the deck"
        case a.EndTurn(winner=Side.GERMAN):
            yield "4.0 the Germans win"
        case a.EndTurn(winner=Side.SOVIET):
            yield "4.0 the Soviets win"
        case a.Reinforce():
            german = position.side(action.unit) is Side.GERMAN
            yield "6.1 German reinforcements" if german else "6.2 the guards arrive"
        case a.ReturnT34():
            yield "6.3 the T-34 returns"
        case a.Discard():
            yield "10.1 laid down"
        case a.Draw():
            yield "10.1 drawn"
            if len(position.hands[action.side]) + len(action.cards) == 4:
                yield "10.2 a fourth card"
        case a.FlipUp():
            yield "10.3 turned face-up"


def _operation(position: Position, action: a.Action) -> Iterator[str]:
    tank = position.data.tank
    match action:
        case a.MoveFriendly():
            if action.area in position.data.rears:
                yield "7.2 over the Volga" if position.actor is Side.SOVIET else "7.2 into the rear"
            together = position.act is not None and position.act.with_t34
            if together and not action.with_t34 and position.where[tank] == position.where[action.unit]:
                yield "8.12 left behind"
        case a.EnterEmpty():
            step = action.card in position.steps[action.unit]
            yield "7.3 a step for an empty area" if step else "7.3 a card for an empty area"
        case a.Pass():
            if action.unit is None:
                yield "7.4 pass without a unit"
            elif position.act is not None:
                yield "7.4 the unit named passes"
        case a.Replenish():
            yield "7.5 isolated" if action.unit in position.cut_off[0] else "7.5 in the rear"
        case a.Activate():
            if action.with_t34:
                yield "8.12 acts together"
            elif action.unit == tank:
                yield "8.12 acts alone"
    if isinstance(action, a.EnterEmpty | a.EnterBattle) and any(
        unit in position.cut_off[0] for unit in position.units_in(action.area, position.actor)
    ):
        yield "8.10 freed" if isinstance(action, a.EnterEmpty) else "8.10 help comes"


def _battle(position: Position, action: a.Action) -> Iterator[str]:  # noqa: PLR0912
    battle, act = position.battle, position.act
    match action:
        case a.Attack() if act is not None:
            if is_contested(position, _rulings(position)):
                yield "8.11 attacks again"
            elif action.unit in position.cut_off[0]:
                yield "8.10 isolated attacks"
            else:
                yield "8.10 isolated is attacked"
        case a.NameDefender() if battle is not None:
            yield from _named(position, action)
        case a.PlayCard() | a.Raise():
            if is_face(action.card):
                yield "8.4 bluff"
            if isinstance(action, a.Raise):
                yield "9.8 German raise" if action.face_up else "8.6 raise"
                attacks = battle is not None and position.side(battle.attacker) is action.side
                if not attacks:
                    yield "8.6 counter-raise"
        case a.TakeLoss() if battle is not None:
            raised = len(battle.of(action.side)) > 0
            yield "8.5 given in after a raise" if raised else "8.5 given in"
        case a.FightOn():
            yield "8.7.4 fought on"
        case a.Stop():
            yield "8.7.4 given up"
    if isinstance(action, a.EnterBattle | a.Attack) and action.support:
        yield "8.12 supports an attacker"
    if isinstance(action, a.EnterBattle | a.Attack) and act is not None:
        for effect in act.effects:
            yield {
                Support.ASSAULT_GUN: "9.4 fought with",
                Support.ENGINEERS: "9.5 fought with",
                Support.MOLOTOV: "9.7 fought with",
                Support.CHUIKOV: "9.8 led a battle",
            }[effect.kind]


def _named(position: Position, action: a.NameDefender) -> Iterator[str]:
    unit = position.data.units[action.unit]
    urban = position.data.areas[position.where[action.unit]].terrain is Terrain.URBAN
    if urban and unit.kind is UnitClass.PANZER:
        yield "8.8 panzer division in an urban area"
    elif urban and unit.kind not in (UnitClass.MOTORISED, UnitClass.TANK):
        yield "8.8 infantry in an urban area"
    if action.support:
        yield "8.12 supports a defender"
    if unit.kind is UnitClass.TANK:
        yield "8.12 named as defender"


def _damage(position: Position, action: a.Action) -> Iterator[str]:
    if not isinstance(action, a.Retreat | a.LoseStep | a.T34Out | a.Remove | a.Isolate):
        return
    waiting = due(position, _rulings(position))
    battle, fought = position.battle, waiting.moment is Moment.DAMAGE and position.battle is not None
    if waiting.line:
        yield waiting.line
    match action:
        case a.Retreat() if waiting.moment is Moment.STRANDED:
            yield "8.10.1"
        case a.Retreat() if waiting.moment is Moment.CONTESTED:
            yield "8.11 leaves"
        case a.Retreat() if fought and battle is not None:
            attacked = action.unit == battle.attacker
            yield "8.9.1 retreat of an attacker" if attacked else "8.9.1 retreat of a defender"
        case a.LoseStep():
            yield "8.9.2 step lost"
        case a.T34Out():
            yield "8.12 removed instead"
        case a.Isolate():
            yield "8.11 isolated" if waiting.moment is Moment.CONTESTED else "8.10.2"
        case a.Remove():
            yield "8.11 removed" if waiting.moment is Moment.CONTESTED else "8.9.3 removed"
            act = position.act
            if act is not None and act.unit == action.unit and act.with_t34:
                yield "8.12 acts on alone"


def _event(position: Position, action: a.Action) -> Iterator[str]:
    if not isinstance(action, a.Event):
        return
    act = position.act
    if act is not None and action.card in position.steps[act.unit]:
        yield "9.1 event from a step"
    if is_contested(position, _rulings(position)):
        yield "8.11 event in between"
    match action:
        case a.Bombard() | a.AirSupport():
            shot = Strike(action.target, action.drawn, position.actor, isinstance(action, a.AirSupport))
            hits = is_hit(position, shot, _rulings(position))
            yield f"{'9.2' if isinstance(action, a.Bombard) else '9.3'} {'hit' if hits else 'miss'}"
            if is_face(action.drawn) and isinstance(action, a.Bombard):
                yield "9.2 face card"
        case a.Sniper():
            yield "9.6 a card taken" if action.taken is not None else "9.6 an empty hand"
        case a.ChuikovReady():
            alone = act is None
            yield "9.8 turned face-up with nobody acting" if alone else "9.8 turned face-up"
