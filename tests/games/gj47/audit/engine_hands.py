"""Hands at the module in the running engine: dice, draws and snapping are the engine's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from toolkit.engine.record import Done, Player, Session
from toolkit.games.gj47.play.hands import Place
from toolkit.module.house_rules import AS_PROPOSED, option_text
from toolkit.source.options import Option

ANNA, BORIS = Player("Anna", "secret-of-anna", "Axis"), Player("Boris", "secret-of-boris", "Soviet")
DIE = "1d6"


class EngineHands:
    """Does gestures in a session, and reads back what chance gave.

    Parameters
    ----------
    session : Session
        With a player of each side.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.players = {player.side: player.name for player in (ANNA, BORIS)}
        self.step = 0
        self.gestures = 0
        self._acting = ""

    # -- gestures -----------------------------------------------------------------------------------------

    def act_as(self, player: str) -> None:
        """Let the player of a side go on."""
        if player != self._acting:
            self.session.act_as(self.players[player])
            self._acting = player

    def drag(self, counter: str, to: Place) -> None:
        """Drag a counter to the middle of a hex or box."""
        self._did(self.session.drag(counter, to))

    def key(self, counter: str, key: str) -> None:
        """Press a key on a counter."""
        self._did([self.session.key(counter, key)])

    def button(self, name: str) -> None:
        """Press a toolbar button."""
        self._did([self.session.button(name)])

    def hotkey(self, key: str) -> None:
        """Press a key of the toolbars."""
        self._did([self.session.hotkey(key)])

    def value(self, counter: str, name: str) -> str:
        """Return a property of a counter, "" when it has none of that name."""
        return self.session.values(counter, name).get(name, "")

    def throw(self, die: int) -> None:
        """Leave the die to the engine."""

    def draw(self, chit: str) -> None:
        """Leave the draw to the engine."""

    # -- chance -------------------------------------------------------------------------------------------

    def thrown(self, counter: str | None) -> int:
        """Return the die that a counter threw last, or the common die."""
        if counter is None:
            return int(self.session.module_values(f"{DIE}_result")[f"{DIE}_result"])
        return int(self.value(counter, "Roll"))

    def roll_die(self) -> int:
        """Throw the common die and return it."""
        self.button(DIE)
        return self.thrown(None)

    def drawn(self) -> str:
        """Return the chit in play."""
        return self.session.module_values("ActiveChit")["ActiveChit"]

    def take_out(self, to: Place) -> str:
        """Drag the top chit out of the cup and return it."""
        done = self.session.draw("Cup", to)
        self._did([done])
        names = [self.session.values(landed.piece, "CounterId") for landed in done.landed]
        return names[0]["CounterId"]

    # -- before play --------------------------------------------------------------------------------------

    def agree(self, options: Sequence[Option], rules: Mapping[str, str]) -> None:
        """Fix the house rules: all as proposed, then each that is not through its line of the menu."""
        self._did([self.session.button(AS_PROPOSED)])
        for option in options:
            if option.is_switch and rules.get(option.id, option.default) != option.default:
                self._did([self.session.button(option_text(option), rules[option.id])])

    def _did(self, done: Sequence[Done]) -> None:
        self.gestures += len(done)
        self.step = max((step for part in done for step in part.log_steps), default=self.step)
