"""What one side makes of what its windows show of Storm: the actions of the rules behind the steps of a log.

One step of a log is a `Change` of a side's view.  Several can be one action: a key on a group and its drags,
a card with its price, its area and its units.  A card that is not seen has a name of its own, so that counts
are right and nothing else is known of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from types import MappingProxyType

from tests.audit.decisions.windows import Change, Decision, Shown, View
from toolkit.audit.module_data import ModuleData
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules import data as d
from toolkit.games.storm.rules import game as rules
from toolkit.games.storm.rules.position import Phase, Position
from toolkit.games.storm.rules.reach import reachable
from toolkit.games.storm.rules.retreat import ways
from toolkit.games.storm.rules.sides import Side
from toolkit.rules.rulings import Rulings

SHOWN = Shown(
    ("Control", "Fire"),
    (
        "SovietSeat", "Target", "Sealed_German", "Sealed_Soviet", "Bid_German", "Bid_Soviet", "D1", "D2",
        "FireTarget",
    ),
    frozenset({"cleared", "fired", "cancelled", "opened"}),
    (40, 58),
)  # fmt: skip
UNKNOWN = "?"
_DRAWS = ("draw", "fill", "draw_one")
_QUIET = ("seal", "open_bids", "turn")
_LOSSES: Mapping[str, Callable[[Side, str], a.Action]] = MappingProxyType(
    {"loss_spend": a.Spend, "loss_eliminate": a.Eliminate}
)
_BACK: Mapping[str, type[a.Retreat] | type[a.Drive]] = MappingProxyType(
    {"loss_retreat": a.Retreat, "loss_drive": a.Drive}
)


class Ear:
    """Follows a game by what is seen of it.

    Parameters
    ----------
    position : Position
        Brought up to date.
    side : Side
        Who looks.

    Attributes
    ----------
    strange : list of str
        What the rules, as far as this side sees, do not allow.
    """

    def __init__(self, data: ModuleData, position: Position, side: Side) -> None:
        self.position, self.side = position, side
        self.rulings = Rulings(position.data.points.settled())
        self.names = {side: data.game.labels["side"][side.id].en for side in Side}
        self.sides = {name: side for side, name in self.names.items()}
        self.areas: Mapping[str, str] = data.manifest["areas"]
        self.strange: list[str] = []
        self._ids: Mapping[str, str] = {name: area for area, name in self.areas.items()}
        self._number = count(1)

    # -- actions ------------------------------------------------------------------------------------------

    def hear(self, changes: Sequence[Change]) -> None:
        """Follow the steps of a log."""
        reader = _Reader(self, [change for change in changes if change.tells])
        while reader.left:
            for action in reader.read():
                self.carry_out(action)

    def carry_out(self, action: a.Action) -> None:
        """Carry out what was done, and say when it is not allowed."""
        self._uncover(action)
        verdict = rules.check(self.position, action)
        if not verdict.legal:
            self.strange.append(f"{action}: {verdict.rules} {verdict.reason}")
        rules.apply(self.position, action)
        for deck in self.position.decks:
            deck[:] = self.unseen(len(deck))

    def happened(self, action: a.Action, change: Change) -> list[a.Action]:
        """Return what an action became when chance has spoken."""
        match action:
            case a.Roll():
                values = change.after.values
                return [a.Roll((int(values["D1"]), int(values["D2"])))]
            case a.Draw(side=side):
                return self.drawn(change, side)
            case a.Shuffle(side=side) if self.position.piles[side]:
                return [a.Shuffle(side, tuple(self.position.piles[side]))]
        return [action]

    def drawn(self, change: Change, side: Side) -> list[a.Action]:
        """Return a draw by the cards that a deck has lost."""
        number = change.taken(f"{self.names[side]} deck")
        new = [card for card in self.hand(change.after) if card not in self.hand(change.before)]
        cards = new if side is self.side else self.unseen(number)
        return [a.Draw(side, tuple(cards))] if cards else []

    def hand(self, view: View) -> list[str]:
        """Return the own hand."""
        head = f"{self.names[self.side]} hand-"
        return sorted(card for place, card in view.cards.items() if card and place.startswith(head))

    def unseen(self, number: int) -> list[str]:
        """Return names for so many cards that are not seen."""
        return [f"{UNKNOWN}{next(self._number)}" for _ in range(number)]

    def _uncover(self, action: a.Action) -> None:
        """Lay the cards that an action shows where they were."""
        position = self.position
        if isinstance(action, a.Draw):
            deck = position.decks[action.side]
            deck[len(deck) - len(action.cards) :] = reversed(action.cards)
        shown: tuple[str, ...] = getattr(action, "cards", ()) if isinstance(action, a.Discard) else ()
        if isinstance(action, a.Play):
            shown = (action.card, *(paid for paid in action.paid if paid in position.data.cards))
        hand = position.hands[action.side] if isinstance(action, a.Play | a.Discard) else []
        for card in shown:
            closed = [known for known in hand if known not in position.data.cards]
            if card not in hand and closed:
                hand[hand.index(closed[0])] = card

    def area(self, name: str) -> str:
        """Return the area of a place's name, "" for another place."""
        return self._ids.get(name.removeprefix("@"), "")

    # -- looking ------------------------------------------------------------------------------------------

    def differences(self, view: View) -> list[str]:
        """Return what a view shows otherwise than the position has it."""
        position = self.position
        found = [*self._units(view), *self._markers(view)]
        if sorted(position.hands[self.side]) != self.hand(view):
            found.append(f"holds {self.hand(view)}, by the rules {sorted(position.hands[self.side])}")
        for side, name in self.names.items():
            held = sum(place.startswith(f"{name} hand-") for place in view.cards)
            if held != len(position.hands[side]):
                found.append(f"the {side.id} hand has {held} cards, not {len(position.hands[side])}")
            # Until the first draw nobody has touched the decks.
            if view.decks.get(f"{name} deck", 0) != len(position.decks[side]):
                found.append(f"the {side.id} deck has other cards than by the rules")
        return found

    def _units(self, view: View) -> Iterator[str]:
        position = self.position
        firing = position.shot.units if position.shot is not None else ()
        for unit, at in position.where.items():
            place = view.units.get(unit, "")
            if (at in self.areas or place in self._ids) and place != self.areas.get(at):
                yield f"{unit} is in {at} by the rules and lies in {place}"
            elif (
                at in self.areas
                and unit not in firing
                and (unit in position.spent) is not (unit in view.down)
            ):
                yield f"{unit} lies {'spent' if unit in view.down else 'fresh'}"

    def _markers(self, view: View) -> Iterator[str]:
        position = self.position
        for area in self.areas:
            control = view.markers.get(f"control-{area}", {}).get("Control")
            if control is not None and control != self.names[position.control(area)]:
                yield f"{area} is shown under {control} control"
            for side in Side:
                fire = view.markers.get(f"fire-{area}-{side.id}", {}).get("Fire")
                if fire is not None and (fire == "1") is not ((area, side) in position.markers):
                    yield f"{area}: the fire marker of {side.id} is {fire}"


class _Reader:
    """Reads actions off the front of some changes."""

    def __init__(self, ear: Ear, changes: Sequence[Change]) -> None:
        self.ear, self.left, self.position = ear, list(changes), ear.position

    def read(self) -> list[a.Action]:
        """Return the next action; none where nothing was done that counts."""
        change = self.left.pop(0)
        if change.turned and not change.decided:
            return self._turned()
        if change.dragged is not None:
            unit, place = change.dragged
            return [a.Place(unit, self.ear.area(place))]
        decision = change.decisions[0]
        side = self.ear.sides.get(decision.by, self.ear.side)
        if decision.act in _LOSSES:
            return [_LOSSES[decision.act](side, decision.piece)]
        if decision.act in _BACK:
            return [self._back(_BACK[decision.act], side, decision.piece, change)]
        if decision.act in _DRAWS:
            return self.ear.drawn(change, self._owner(decision))
        return self._group(change, decision, side)

    def _group(self, change: Change, decision: Decision, side: Side) -> list[a.Action]:
        match decision.act:
            case "move" | "ferry":
                return [self._move(change, side)]
            case "fire":
                return [self._fire(change, side)]
            case "play":
                return [self._play(decision.piece)]
            case "end_phase":
                self._skip_turn()
                return [a.EndHands()]
            case "replaced":
                leaves = self.left.pop(0).decisions[0]
                return [a.Withdraw(leaves.piece, decision.piece)]
        return self._other(change, decision, side)

    def _other(self, change: Change, decision: Decision, side: Side) -> list[a.Action]:
        piece = decision.piece
        match decision.act:
            case "roll":
                values = change.after.values
                return [a.Roll((int(values["D1"]), int(values["D2"])))]
            case "close":
                return [a.CloseLosses(side)]
            case "pass":
                return [a.Pass(self._owner(decision))]
            case "shuffle":
                owner = self._owner(decision)
                return [a.Shuffle(owner, tuple(self.position.piles[owner]))]
            case "discard":
                return [a.Discard(self.position.data.cards[piece].side, (piece,))]
            case "arrive":
                return [a.Place(piece, self.ear.area(change.after.units[piece]))]
            case "lost":
                return [a.Lost(piece)]
            case "withdraw":
                return [a.Withdraw(piece, piece)]
            case act if act in _QUIET:
                return []
        raise ValueError(f"what {decision} is for does not show")

    def _owner(self, decision: Decision) -> Side:
        return next(side for side in Side if decision.piece == f"{side.id}-desk")

    def _turned(self) -> list[a.Action]:
        match self.position.phase:
            case Phase.DRAW:
                return [a.EndDraw()]
            case Phase.IMPULSES:
                return [a.EndImpulses()]
        return [a.EndTurn()]

    def _skip_turn(self) -> None:
        if self.left and self.left[0].turned and not self.left[0].decided:
            self.left.pop(0)

    def _next(self, act: str) -> list[str]:
        """Return the pieces of the next change if that is such a decision, and take it."""
        pieces = [one.piece for one in self.left[0].decisions if one.act == act] if self.left else []
        if pieces:
            self.left.pop(0)
        return pieces

    def _drags(self, units: Sequence[str]) -> list[str]:
        """Return the areas through which units are dragged next, and take the drags."""
        found: list[str] = []
        while self.left and (drag := self.left[0].dragged) is not None and drag[0] in units:
            if drag[0] == units[0]:
                found.append(self.ear.area(drag[1]))
            self.left.pop(0)
        return found

    # -- what takes several steps -------------------------------------------------------------------------

    def _move(self, change: Change, side: Side) -> a.Move:
        units = tuple(decision.piece for decision in change.decisions)
        path = self._drags(units)
        if len(path) == 1:
            # A drag shows its ends.
            known = reachable(self.position, units, self.ear.rulings)
            path = list(known.get(path[0], path))
        return a.Move(side, units, tuple(path))

    def _fire(self, change: Change, side: Side) -> a.Fire:
        units = tuple(decision.piece for decision in change.decisions)
        spared = self._next("leave_out")
        target = self._declared()
        there = self.position.units_in(target, side.enemy) if target else []
        aimed = tuple(unit for unit in there if unit not in spared) if spared else ()
        return a.Fire(side, units, target, aimed)

    def _declared(self) -> str:
        after = self.left[0].after if self.left else None
        said = self._next("declare")
        return self.ear.area(after.values["FireTarget"]) if said and after is not None else ""

    def _play(self, card: str) -> a.Play:
        known = self.position.data.cards[card]
        area, units, paid = "", [], []
        while spent := self._next("pay"):
            paid += spent
        if known.does(d.Use.BOMBARD, d.Use.SNIPE):
            area = self._declared()
        while ready := self._next("ready"):
            units += ready
        if units and known.does(d.Use.RALLY):
            area = self.position.where[units[0]]
        while back := self._next("return"):
            units += back
            area = next(iter(self._drags(back)), area)
        self._drags(self._next("back"))
        return a.Play(known.side, card, area, tuple(units), tuple(paid))

    def _back(self, kind: type[a.Retreat] | type[a.Drive], side: Side, unit: str, change: Change) -> a.Action:
        # A drag out of the area may have said it alone.
        gone = [self.ear.area(change.moved[1])] if change.moved is not None else []
        lost = bool(self._next("lost"))
        goal = "" if lost else next(iter([*gone, *self._drags([unit])]), "")
        fits = [
            path
            for path, dead in ways(self.position, unit, self.ear.rulings)
            if dead is lost and (lost or path[-1] == goal)
        ]
        path = fits[0] if fits else ((goal,) if goal else ())
        return kind(side, unit, path, lost)
