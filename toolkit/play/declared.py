"""Games whose rules are data, played as logs: the random player decides, gestures do it at the table.

What a key writes is what the module's traits write (`toolkit.module.declared`); both take it from the gesture
table.  The functions have the names of a game's own room ``play.recording``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from toolkit.audit.module_data import ModuleData
from toolkit.diagnostics import InputError, Place
from toolkit.module import declared_gestures as g
from toolkit.module.decisions import STEP
from toolkit.module.declared_game import Declared, declared
from toolkit.play import recording, seats
from toolkit.play.desk import Desk
from toolkit.rules.declared import Position, declared_rules, due, rules_of
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.battles import opponents
from toolkit.rules.declared.game import apply
from toolkit.rules.declared.hands import CardAction, owner
from toolkit.rules.declared.player import Player
from toolkit.rules.mechanisms.cards import DECK, HAND, PLAYED
from toolkit.rules.mechanisms.forces import enemies_in

Recording = recording.Recording[Position, a.Action, "Performer"]


def house_rules(data: ModuleData, seed: int | None = None) -> dict[str, str]:
    """Return a value for every unclear point: the proposed ones, or drawn by chance with a seed."""
    return seats.house_rules(data, declared_rules(data.game).points.values, seed)


def begin(
    module: Path, rules: Mapping[str, str] = MappingProxyType({}), setup: str | None = None
) -> Recording:
    """Return a game of a module before its first action.

    Raises
    ------
    InputError
        ``PLY001`` when the module has no such set-up, ``PLY002`` when its rules are no data.
    """
    data, chosen, desk = seats.laid_out(module, setup)
    found = declared(data.game)
    if found is None:
        message = f"the rules of '{data.game.id}' are no data"
        raise InputError.single("PLY002", message, Place(file=str(module)))
    seats.agree(desk, rules)
    position = rules_of(data.game).begin(chosen, rules)
    return recording.Recording(data, desk, position, Performer(position, desk, found), apply)


def record(
    module: Path,
    out: Path,
    seed: int,
    *,
    setup: str | None = None,
    rules: Mapping[str, str] | None = None,
    seen: Callable[[Position, a.Action], None] = lambda _position, _action: None,
) -> recording.Played[Position]:
    """Play a game and write its log; see `toolkit.play.recording.Scribe.record`.

    Raises
    ------
    InputError
        ``PLY003`` where nothing is legal any more.
    """
    return recording.Scribe(begin, _played, {}).record(
        module, out, seed, setup=setup, rules=rules or {}, seen=seen
    )


def _played(position: Position, seed: int) -> Iterator[a.Action]:
    """Yield the actions of a legal game by chance; each is carried out when the next is asked for."""
    player = Player(position, seed)
    while not position.over:
        try:
            action = player.next()
        except LookupError as error:
            raise InputError.single("PLY003", f"the game comes to a dead end: {error}") from error
        yield action
        apply(position, action)


def result(position: Position) -> str:
    """Return how a game ended, in words."""
    won = f"{position.winner} wins" if position.winner else "nobody wins"
    return f"{won} ({position.level})" if position.level else won


class Performer:
    """Does at a table what the actions of a declared game say.

    Parameters
    ----------
    position : Position
        Before each action.
    """

    def __init__(self, position: Position, desk: Desk, game: Declared) -> None:
        self.position, self.desk, self.game = position, desk, game
        labels = desk.data.game.labels.get("side", {})
        self._sides = {side: names.en for side, names in labels.items()}
        self._spots = {
            area: [(int(x), int(y)) for x, y in spots]
            for area, spots in desk.data.manifest.get("spots", {}).items()
        }
        self._boxes = {(box.kind, box.side): box.id for box in desk.data.game.boxes}
        # Of the battles of this phase: the unit that each was declared on, the side that attacks, its number.
        self._declared: list[tuple[str, str, int]] = []
        self._names = {phase.id: phase.name for phase in game.phases}

    def fork(self, position: Position, desk: Desk) -> Performer:
        """Return hands that go on from here at copies of the position and the table."""
        other = Performer(position, desk, self.game)
        other._declared = list(self._declared)
        return other

    def perform(self, action: a.Action) -> None:
        """Do an action at the table."""
        match action:
            case a.Place(unit, at, steps):
                self._turn(unit, steps)
                self._drag(unit, at, self._owner(unit))
            case a.Restore(unit):
                self._decide(unit, g.RESTORE, Face_Level=self._level(unit) - 1)
            case a.Move(unit, path):
                self._drag(unit, path[-1], self._owner(unit))
            case a.Attack() | a.Support() | a.Roll():
                self._fight(action)
            case a.Lose(unit, steps, by):
                for _ in range(steps):
                    self._lose(unit, by or self._chooser(unit, "Lose"))
            case a.Eliminate(unit):
                self._decide(unit, g.ELIMINATE)
                self._remove(unit)
            case a.Retreat(unit, path, by):
                self._drag(unit, path[-1], by or self._chooser(unit, "Retreat"))
            case a.Advance(unit, path):
                self._drag(unit, path[-1], self._owner(unit))
            case a.Change() | a.Reveal():
                self._mark(action)
            case a.Deal() | a.Reshuffle() | a.Discard() | a.Play():
                self._handle(action)
            case a.Weather() | a.Draw() | a.End():
                self._press(action)
        self.desk.end_step()

    # -- who and where ------------------------------------------------------------------------------------

    def _owner(self, unit: str) -> str:
        return self.position.units[unit].side

    def _chooser(self, unit: str, what: str) -> str:
        """Return who decides what becomes of a unit: whom a result asks, else its owner."""
        found = due(self.position)
        return found.sides[0] if what in found.actions and unit in found.units else self._owner(unit)

    def _spot(self, place: str) -> tuple[str, int, int]:
        """Return a spot of a place of the map, or of the box that stands for an exit."""
        data = self.desk.data
        if place in self._spots:
            spots = self._spots[place]
            return (data.map_name, *spots[len(self.position.stack(place)) % len(spots)])
        if data.game.hex_map is not None and place in self.position.board.places:
            return self.desk.hex_pixel(place)
        return self._box(place)

    def _box(self, box: str) -> tuple[str, int, int]:
        """Return a free spot of a box."""
        return self.desk.box_pixel(box)

    # -- gestures -----------------------------------------------------------------------------------------

    def _drag(self, unit: str, place: str, side: str) -> None:
        self.desk.move(unit, self._spot(place), self._sides[side])

    def _remove(self, unit: str) -> None:
        self.desk.move(unit, self._box(self._boxes["eliminated", self._owner(unit)]), None)

    def _turn(self, unit: str, steps: int) -> None:
        """Turn a unit to the face of so many steps."""
        most = self.position.units[unit].most
        while self._level(unit) != most - steps + 1:
            self._decide(unit, g.FLIP, Face_Level=self._level(unit) % most + 1)
            self.desk.end_step()

    def _level(self, unit: str) -> int:
        """Return which face a unit shows; the first where nothing says so."""
        return int(self.desk.value(unit, "Face_Level") or 1)

    def _lose(self, unit: str, side: str) -> None:
        level = self._level(unit)
        if level == self.position.units[unit].most:
            self._decide(unit, g.LOSE, by=side)
            self._remove(unit)
        else:
            self._decide(unit, g.LOSE, by=side, Face_Level=level + 1)

    def _fight(self, action: a.Attack | a.Support | a.Roll) -> None:
        """Declare a battle, join it, or roll for it."""
        match action:
            case a.Attack(attackers, targets):
                self._attack(attackers, targets)
            case a.Support(unit, targets):
                self._support(unit, targets)
            case a.Roll(targets, dice, unit):
                self._roll(targets, dice, unit)

    def _attack(self, attackers: tuple[str, ...], targets: tuple[str, ...]) -> None:
        side = self._owner(attackers[0])
        first = self._defender(attackers, targets[0])
        number = int(self.desk.global_value(g.BATTLES) or 0) + 1
        self._declared = [*self._declared[: len(self.position.battles)], (first, side, number)]
        self.desk.set_global(g.BATTLES, number)
        if self.game.calls:
            self.desk.set_global(g.CALLED, number)
        for index, place in enumerate(targets):
            unit = self._defender(attackers, place)
            word = g.ALSO if index else g.TARGET
            self._decide(unit, word, by=side, Battle=number, Role=g.DEFENDER, Dice=0)
        self.desk.end_step()
        for unit in attackers:
            self._decide(unit, g.ATTACK, Battle=number, Role=g.ATTACKER, Dice=0)

    def _defender(self, attackers: tuple[str, ...], place: str) -> str:
        """Return the unit in a place on which a battle is declared: one that they fight, if there is any."""
        enemies = enemies_in(self.position, place, self._owner(attackers[0]))
        return (opponents(self.position, attackers, place) or enemies)[0]

    def _battle(self, targets: tuple[str, ...]) -> tuple[str, str, int]:
        """Return the unit on which a battle that waits was declared, who attacks, its number."""
        battles = enumerate(self.position.battles)
        return self._declared[next(at for at, one in battles if one.targets == targets and one.waits)]

    def _support(self, unit: str, targets: tuple[str, ...]) -> None:
        battle = self._battle(targets)
        self._call(battle, self._owner(unit))
        _, _, number = battle
        self._decide(unit, g.SUPPORT, Supports=number)

    def _call(self, battle: tuple[str, str, int], side: str) -> None:
        """Let what comes next to battles come to one of them."""
        first, _, number = battle
        if int(self.desk.global_value(g.CALLED) or 0) != number:
            self.desk.set_global(g.CALLED, number)
            self._decide(first, g.CALL, by=side)
            self.desk.end_step()

    def _roll(self, targets: tuple[str, ...], dice: tuple[int, ...], thrower: str) -> None:
        shown = ",".join(map(str, dice))
        if thrower:
            self._decide(thrower, g.THROW, Dice=shown)
            return
        unit, side, _ = self._battle(targets)
        self._decide(unit, g.ROLL, by=side, Dice=shown)

    def _mark(self, action: a.Change | a.Reveal) -> None:
        """Change what a unit is where it stands, or show it."""
        match action:
            case a.Change(unit, status):
                self._decide(unit, g.CHANGE, Status=status)
            case a.Reveal(unit):
                self._decide(unit, g.REVEAL)
                self.desk.mask(unit, None)

    def _handle(self, action: CardAction) -> None:
        """Draw, discard or shuffle cards, or play one in the battle that is called or declared last."""
        if isinstance(action, a.Reshuffle):
            self._decide(action.cards[0], g.RESHUFFLE, by=action.side)
            for card in action.cards:
                self.desk.move(card, self._box(self._pile(card, DECK)), None)
            return
        card, side = action.card, owner(self.position, action.card)
        if isinstance(action, a.Deal):
            side = side or action.side
            self.desk.move(card, self._box(self._boxes[HAND, side]), self._sides[side])
            self.desk.mask(card, self._sides[side])
            return
        if isinstance(action, a.Discard):
            self._decide(card, g.DISCARD, by=side)
        else:
            if action.targets:
                self._call(self._battle(action.targets), side)
            if action.on:
                self._point(action, side)
            named = {"Battle": self.desk.global_value(g.CALLED) or 0, g.ON: self.desk.global_value(g.BEARER)}
            self._decide(card, g.PLAY, by=side, **named)
        self.desk.mask(card, None)
        self.desk.move(card, self._box(self._pile(card, PLAYED)), None)

    def _pile(self, card: str, pile: str) -> str:
        return self._boxes[pile, self.position.rules.cards[card].side or None]

    def _point(self, action: a.Play, side: str) -> None:
        """Show on what a card is played: on a unit, on one that stands in the place, or laid on the map."""
        position, on = self.position, action.on
        bearer = on if on in position.units else next(iter(position.stack(on)), "")
        if bearer:
            self.desk.set_global(g.BEARER, bearer)
            self._decide(bearer, g.BEAR, by=side)
        else:
            self._drag(action.card, on, side)
        self.desk.end_step()

    def _decide(self, piece: str, word: str, *, by: str = "", **values: str | int) -> None:
        """Press a piece's key: it notes what was decided, and by whom."""
        number = int(self.desk.global_value(STEP) or 0) + 1
        self.desk.set_global(STEP, number)
        who = self._sides[by or self._owner(piece)]
        self.desk.change(piece, {"Seq": number, "By": who, "Act": word, **values})

    def _press(self, action: a.Weather | a.Draw | a.End) -> None:
        """Press a button of the toolbar, or turn the tracker."""
        match action:
            case a.Weather(side, dice, of):
                self._set(g.weather_of(of), side, ",".join(map(str, dice)))
            case a.Draw(chit):
                self._set(g.DRAWN, self.position.phase.sides[0], chit)
                self._follow(action)
            case a.End(side) if not self._follow(action):
                self._set(g.ENDED, side)

    def _follow(self, action: a.Action) -> bool:
        """Turn the tracker if the phase is over with an action; return whether it is."""
        position = self.position
        after = position.copy()
        apply(after, action)
        if not after.over and (after.turn, after.phase) == (position.turn, position.phase):
            return False
        if not isinstance(action, a.End):
            self.desk.end_step()
        over = after.turn > position.rules.sequence.turns
        # After its last phase the tracker begins anew.
        phase = self.game.ids[0] if over else after.phase.id
        self.desk.set_turn(self.game.tracker(phase, 1 if over else after.turn))
        return True

    def _set(self, name: str, side: str, *more: str) -> None:
        """Press a button of the toolbar that notes the moment, and who pressed it."""
        position = self.position
        count = int(self.desk.global_value(name).partition("/")[0] or 0) % 3 + 1
        moment = (str(count), str(position.turn or 1), self._names[position.phase.id], self._sides[side])
        self.desk.set_global(name, "/".join((*moment, *more)))
