"""People at the Storm table: each method is one thing that a hand does, with keys or by dragging.

Nothing here knows the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.violations.planting import log_of
from toolkit.games.storm.play import impulses
from toolkit.games.storm.play.paper import FIRE_DESK, PHASE_DESK, TARGET_DESK
from toolkit.games.storm.play.recording import Recording
from toolkit.vassal.commands import ChangePiece, ChangeProperty, Chat, Command, MovePiece, Undo, leaves
from toolkit.vassal.log import Log

G, S = "German", "Soviet"


@dataclass(frozen=True, slots=True)
class Fault:
    """What has to be said: one of `rules` decisively, in a step from `first` to `last`."""

    rules: tuple[str, ...]
    first: int
    last: int


@dataclass
class People:
    """Hands at a table that was laid in mid-game.

    Attributes
    ----------
    faults : list of Fault
        What was done wrongly.
    """

    game: Recording
    faults: list[Fault] = field(default_factory=list)

    def __post_init__(self) -> None:
        # The hands of a recording are nobody else's business.
        self.paper = self.game.hands.paper
        self.desk = self.game.desk

    # -- what is wrong with what is done

    @property
    def steps(self) -> int:
        return len(self.desk.steps)

    @contextmanager
    def fault(self, *rules: str) -> Iterator[None]:
        """Whatever is done inside breaks one of these rules."""
        first = self.steps + 1
        yield
        self.faults.append(Fault(rules, first, self.steps))

    # -- hands

    def sit(self, side: str) -> None:
        self.paper.side = side

    def owner(self, piece: str) -> str:
        return G if piece.startswith("g_") else S

    def box(self, piece: str, box: str) -> str:
        return f"{box}-{self.owner(piece).lower()}"

    def say(self, text: str) -> None:
        """Write into the chat."""
        self.desk._do(Chat(text))
        self.paper.end()

    def drag(self, pieces: str, *areas: str, by: str = "") -> None:
        """Drag a stack over areas, a step each."""
        units = pieces.split()
        self.sit(by or self.owner(units[0]))
        for area in areas:
            self.paper.put(units, area)
            self.paper.end()

    def move_by_hand(self, pieces: str, *areas: str) -> None:
        """Move without a key: drag a stack, then turn its units over."""
        self.drag(pieces, *areas)
        self.turn(pieces)

    def answer(self) -> None:
        """Let the Soviets go on by hand, with what has to do with nothing else."""
        self.move_by_hand("s_tb_27", "red_october")

    def one_by_one(self, pieces: str, *areas: str) -> None:
        for unit in pieces.split():
            self.drag(unit, *areas)

    def nudge(self, unit: str, by: str = "") -> None:
        """Shift a unit a little where it lies."""
        self.sit(by or self.owner(unit))
        spot = self.desk.table.spot(self.desk.pieces[unit])
        self.desk.move(unit, (spot.map or "", spot.x + 7, spot.y - 5), self.paper.side)
        self.paper.end()

    def turn(self, pieces: str, *, fresh: bool = False, by: str = "") -> None:
        """Turn units over by hand, one by one (Ctrl-F)."""
        for unit in pieces.split():
            self.sit(by or self.owner(unit))
            self.paper.decide(unit, "turn")
            self.paper.turn_over([unit], down=not fresh)
            self.paper.end()

    def away(self, pieces: str, box: str = "eliminated") -> None:
        """Drag units off the map."""
        for unit in pieces.split():
            self.sit(self.owner(unit))
            self.paper.leave(unit, self.box(unit, box), dragged=True)
            self.paper.end()

    # -- impulses with keys

    def move(self, pieces: str, *areas: str, act: str = "move") -> None:
        """Press the key of moving on a group, then drag it."""
        units = pieces.split()
        self.sit(self.owner(units[0]))
        for unit in units:
            start = f"@{self.paper.place(unit)}"
            self.paper.decide(unit, act, From=start)
            self.paper.turn_over([unit], down=True)
            impulses.begin_impulse(self.paper, "move", self.paper.side, start)
        self.paper.end()
        for area in areas:
            self.paper.put(units, area)
            self.paper.end()

    def fire(self, pieces: str, target: str = "") -> None:
        """Press the key of firing on a group and aim, unless that is left out."""
        units = pieces.split()
        self.sit(self.owner(units[0]))
        impulses.forget_fire(self.paper)
        for unit in units:
            start = f"@{self.paper.place(unit)}"
            self.paper.decide(unit, "fire", Firing=1, From=start)
            self.paper.set(FireSide=self.paper.side, FireFrom=start)
        self.paper.end()
        if target:
            self.aim(target)

    def aim(self, target: str, by: str = "") -> None:
        """Drag the Attack marker."""
        self.sit(by or self.paper.side)
        impulses.declare(self.paper, target)

    def roll(self, one: int, two: int, points: int | None = None) -> None:
        """Press the button of the declared fire; `points` is what the module counts."""
        start = self.desk.global_value("FireFrom").removeprefix("@")
        side = self.desk.global_value("FireSide")
        area = next((known for known, name in self.paper.names.items() if name == start), "")
        inside = self.desk.global_value("FireTarget") == f"@{start}"
        mark = f"fire-{area}-{side.lower()}" if area and not inside else ""
        left = points or 0
        impulses.roll(self.paper, (one, two), (left, 0), mark)

    def close(self) -> None:
        self.paper.decide(FIRE_DESK, "close")
        impulses.close_fire(self.paper)
        self.paper.end()

    def close_and_answer(self) -> None:
        """Close the losses with the key; the Soviets go on with one as well."""
        self.close()
        self.move("s_tb_27", "red_october")

    def _loss(self, unit: str, act: str, cost: int, by: str) -> None:
        self.sit(by or self.owner(unit))
        self.paper.decide(unit, act, Cost=cost, LossIn=self.paper.number("FireNo"))
        self.paper.set(Left=self.paper.number("Left") - cost)

    def spend(self, pieces: str, by: str = "") -> None:
        for unit in pieces.split():
            self._loss(unit, "loss_spend", 1, by)
            self.paper.turn_over([unit], down=True)
            self.paper.end()

    def retreat(self, unit: str, *areas: str, by: str = "") -> None:
        self._loss(unit, "loss_retreat", 1, by)
        self.paper.end()
        self.drag(unit, *areas)

    def drive(self, unit: str, *areas: str, by: str = "") -> None:
        self._loss(unit, "loss_drive", 2, by)
        self.paper.turn_over([unit], down=True)
        self.paper.end()
        self.drag(unit, *areas)

    def eliminate(self, unit: str, cost: int, by: str = "") -> None:
        self._loss(unit, "loss_eliminate", cost, by)
        self.paper.leave(unit, self.box(unit, "eliminated"))
        self.paper.end()

    def lost(self, unit: str) -> None:
        self.sit(self.owner(unit))
        self.paper.decide(unit, "lost")
        self.paper.leave(unit, self.box(unit, "eliminated"))
        self.paper.end()

    def pass_(self, side: str) -> None:
        self.sit(side)
        self.paper.decide(f"{side.lower()}-desk", "pass")
        impulses.begin_impulse(self.paper, "pass", side)
        self.paper.end()

    # -- impulses without

    def shoot(self, pieces: str, target: str, dice: tuple[int, int], *, aimed: bool = True) -> None:
        """Turn the firers over, drag the Attack marker or only say it, and throw the toolbar's dice."""
        self.turn(pieces)
        if aimed:
            self.paper.put(["attack"], target)
            self.paper.decide("attack", "declare")
            self.paper.set(FireTarget=f"@{self.paper.names[target]}", FireState="declared")
            self.paper.end()
        else:
            self.say(f"<{self.paper.side}> - fire at {target}")
        self.dice(*dice)

    def dice(self, one: int, two: int, by: str = "") -> None:
        self.desk.set_global("2d6_result", one + two)
        if by:
            self.desk._do(Chat(f"*** 2d6 = {one + two} *** <{self.desk.players[by].name}>"))
        self.paper.end()

    def marker(self, area: str, side: str, *, there: bool = True) -> None:
        self.desk.change(f"fire-{area}-{side.lower()}", {"Fire": int(there)})
        self.paper.end()

    def control(self, area: str, side: str) -> None:
        """Turn a marker of control by hand."""
        self.desk.change(f"control-{area}", {"Control": side})
        self.desk.set_global(f"Control_{area}", side)
        self.paper.end()

    # -- cards

    def play(self, card: str) -> None:
        """Press the key of playing."""
        self.sit(self.owner(card))
        known = self.game.position.data.cards[card]
        if known.does(*impulses.BEGINS_FIRE):
            impulses.forget_fire(self.paper)
        before = self.paper.lying(self.box(card, "played"))
        self.paper.decide(card, "play")
        for old in before:
            self.paper.follow(old, "cleared")
            self.paper.send(old, self.box(card, "pile"))
        self.desk.mask(card, None)
        self.paper.send(card, self.box(card, "played"))
        impulses.card_effect(self.paper, known, self.paper.side)
        if str(known.timing) == "action":
            impulses.begin_impulse(self.paper, "card", self.paper.side)
        self.paper.end()

    def lay(self, cards: str, act: str = "discard") -> None:
        """Press the key of discarding, or of paying, on cards."""
        for card in cards.split():
            self.sit(self.owner(card))
            self.paper.decide(card, act)
            self.desk.mask(card, None)
            self.paper.send(card, self.box(card, "pile"))
            self.paper.end()

    def drag_card(self, cards: str, box: str = "played") -> None:
        """Drag cards out of the hand."""
        for card in cards.split():
            self.sit(self.owner(card))
            for old in self.paper.lying(self.box(card, "played")) if box == "played" else ():
                self.paper.send(old, self.box(card, "pile"), dragged=True)
                self.paper.end()
            self.paper.send(card, self.box(card, box), dragged=True)
            self.desk.mask(card, None)
            self.paper.end()

    def deck(self, side: str) -> list[str]:
        """Return a deck, the next card first."""
        members = {piece: counter for counter, piece in self.desk.pieces.items()}
        name = f"{side} deck"
        found = (thing for thing in self.desk.table.things.values() if thing.is_deck and thing.name == name)
        return [members[piece] for thing in found for piece in reversed(thing.members)]

    def draw(self, side: str, count: int, key: str = "draw") -> list[str]:
        """Press a key that draws so many cards: `draw`, `fill`, or `draw_one` again and again."""
        self.sit(side)
        drawn = self.deck(side)[:count]
        if key != "draw_one":
            self.paper.decide(f"{side.lower()}-desk", key)
        for card in drawn:
            if key == "draw_one":
                self.paper.decide(f"{side.lower()}-desk", key)
            self.paper.deal(card, side.lower())
            if key == "draw_one":
                self.paper.end()
        self.paper.end()
        return drawn

    def drag_off(self, side: str, count: int) -> list[str]:
        """Drag cards off the deck into the hand, one after the other."""
        self.sit(side)
        drawn = self.deck(side)[:count]
        for card in drawn:
            self.paper.send(card, f"hand-{side.lower()}", dragged=True)
            self.desk.mask(card, side)
            self.paper.end()
        return drawn

    # -- the end of a turn

    def phase(self, phase: str, turn: int | None = None) -> None:
        """Move the tracker."""
        turn = turn or self.game.position.turn
        self.game.position.turn = turn
        self.paper.show_turn(turn, phase)
        self.paper.end()

    def fresh(self) -> None:
        """Press the button that makes all units fresh and takes the fire markers away."""
        self.paper.decide(PHASE_DESK, "end_phase")
        for unit in self.game.position.data.units:
            if self.paper.area(unit) and self.desk.value(unit, "Face_Level") == "2":
                self.paper.turn_over([unit], down=False)
        for counter in self.desk.pieces:
            if counter.startswith("fire-") and self.desk.value(counter, "Fire") == "1":
                self.desk.change(counter, {"Fire": 0})
        self.paper.set(NextSide=G, ActSide="", ActKind="", ActFrom="", Passes=0)
        self.paper.end()

    def arrive(self, unit: str, area: str) -> None:
        self.sit(self.owner(unit))
        self.paper.decide(unit, "arrive")
        self.paper.put([unit], area, dragged=False)
        self.paper.end()

    def withdraw(self, unit: str, instead_of: str = "") -> None:
        self.sit(G)
        if instead_of:
            self.paper.decide(instead_of, "replaced")
            self.paper.set(WithdrawFor=f"@{instead_of}")
            self.paper.end()
        self.paper.decide(unit, "withdraw", For=f"@{instead_of or unit}")
        self.paper.set(WithdrawFor="")
        self.paper.leave(unit, "withdrawn-german")
        self.paper.end()

    def bid(self, side: str, number: int) -> None:
        self.sit(side)
        for count in range(1, number + 1):
            self.desk.change(f"bid-{side.lower()}", {"Bid": count})
            self.paper.end()
        self.paper.decide(f"bid-{side.lower()}", "seal")
        self.paper.set(**{f"Sealed_{side}": 1})
        self.paper.end()

    def write(self, piece: str, **values: object) -> None:
        """Write on a piece without a key."""
        self.desk.change(piece, values)
        self.paper.end()

    def open_bids(self, german: int, soviet: int, seat: str) -> None:
        self.paper.decide(TARGET_DESK, "open_bids")
        for side, number in ((G, german), (S, soviet)):
            self.paper.follow(f"bid-{side.lower()}", "opened")
            self.paper.set(**{f"Bid_{side}": number})
        self.paper.set(SovietSeat=seat)
        if seat != "tie":
            self.paper.set(Target=max(german, soviet))
        self.paper.end()

    def target(self, number: int) -> None:
        self.desk.set_global("Target", number)
        self.paper.end()

    # -- taking back

    def undo(self, count: int = 1, *, marked: bool = True) -> None:
        """Press Undo so many times; engines before 3.7 do not mark it."""
        for place in range(1, count + 1):
            step = self.desk.steps[self.steps - (2 * place - 1)]
            back = tuple(_turned(list(leaves(step))))
            for command in back:
                self.desk._do(command)
            self.desk._step[:] = [Undo(True), *back, Undo(False)] if marked else list(back)
            self.desk.end_step()
        for counter in self.desk.pieces:
            self.paper._place[counter] = self.paper.desk.place(counter)

    # -- the end

    def log(self) -> Log:
        self.desk.end_step()
        return log_of(self.game)


def _turned(done: Sequence[Command]) -> Iterator[Command]:
    for command in reversed(done):
        match command:
            case MovePiece():
                start = (command.old_map, command.old_x, command.old_y, command.old_under)
                end = (command.map, command.x, command.y, command.under)
                yield MovePiece(command.id, *start, *end, command.player)
            case ChangePiece(old=old) if old is not None:
                yield ChangePiece(command.id, old, command.state)
            case ChangeProperty(old=old):
                yield ChangeProperty(command.name, command.new, old, command.container)
            case _:
                continue
