"""Declared games at the table, for tests of their audit: played by chance, dragged by hand, audited."""

from __future__ import annotations

from pathlib import Path

from tests.rules.declared.games import compiled, defaults
from toolkit.audit.audit import audit_logs
from toolkit.audit.report import JudgedAction, Report
from toolkit.play import declared
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.choices import candidates, settled
from toolkit.rules.declared.game import breaches
from toolkit.rules.declared.hands import CardAction, owner
from toolkit.rules.declared.player import Player
from toolkit.rules.mechanisms.cards import DECK, PLAYED
from toolkit.rules.verdict import Outcome

MOSCOW = "battle_for_moscow"


def begin(module: Path, name: str = MOSCOW) -> declared.Recording:
    """Return a recording of a declared game before its first action; the module is its own."""
    return declared.begin(module, defaults(name), compiled(name).setups[-1].id)


def drag(game: declared.Recording, unit: str, place: str, hand: str | None = None) -> None:
    """Drag a unit; the position is not told of it."""
    side = game.position.units[unit].side if hand is None else hand
    game.desk.move(unit, game.hands._spot(place), game.hands._sides[side])
    game.desk.end_step()


def play_to(game: declared.Recording, phase: str, seed: int = 1) -> None:
    """Play on by chance to a phase."""
    player = Player(game.position, seed)
    while game.position.phase.id != phase:
        game.act([player.next()])


def audited(game: declared.Recording, module: Path, tmp_path: Path) -> Report:
    """Write the log and audit it."""
    return audit_logs([game.desk.write(tmp_path / "game.vlog")], module)


def offences(report: Report) -> list[tuple[str, tuple[str, ...], str | None]]:
    """Return action, clauses and side of what is illegal of itself."""
    return [(one.action, one.rules, one.actor.side) for one in illegal_actions(report)]


def illegal_actions(report: Report) -> list[JudgedAction]:
    """Return what is illegal of itself."""
    return [one for one in report.actions if one.outcome is Outcome.ILLEGAL and one.follows is None]


def legal_attack(game: declared.Recording) -> a.Attack:
    """Return a legal attack."""
    legal = settled(game.position)
    attacks = (one for one in candidates(game.position, legal) if isinstance(one, a.Attack))
    return next(one for one in attacks if not breaches(game.position, one, legal))


class ByHand(declared.Performer):
    """Plays, discards and shuffles cards by drags; where battles are declared a card is called to its own."""

    def _handle(self, action: CardAction) -> None:
        if isinstance(action, a.Deal):
            super()._handle(action)
            return
        if isinstance(action, a.Play) and action.targets and self._declared:
            self._call(self._battle(action.targets), owner(self.position, action.card))
        for card in action.cards if isinstance(action, a.Reshuffle) else (action.card,):
            pile = DECK if isinstance(action, a.Reshuffle) else PLAYED
            side = self._sides[owner(self.position, card)]
            self.desk.move(card, self._box(self._pile(card, pile)), side)
            self.desk.end_step()
