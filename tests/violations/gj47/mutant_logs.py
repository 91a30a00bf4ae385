"""Logs with one planted violation each, cut out of a legal game, and what the audit says of them.

A game is played and written once.  At each mutant the desk is copied, the violation is done on the copy, the
chit is played to its end, and the log of that turn is audited: it begins with the table as the turn began.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.play.begin import set_begin
from tests.violations.gj47.control_markers import ControlMarkers
from tests.violations.gj47.mutants import Mutant
from tests.violations.gj47.mutation_lists import TWINS_IN_LOGS
from tests.violations.gj47.performing import CannotShowError, Performing
from tests.violations.planting import Seen, findings, saved
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import JudgedAction
from toolkit.games.gj47.play.paper import Paper
from toolkit.games.gj47.play.performer import Performer
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import game
from toolkit.games.gj47.rules.course import Phase
from toolkit.games.gj47.rules.player import Player
from toolkit.games.gj47.rules.position import Position
from toolkit.play.desk import Desk
from toolkit.rules.verdict import Outcome
from toolkit.vassal.codecs import Codec
from toolkit.vassal.commands import Command, decode_commands, encode_commands, leaves
from toolkit.vassal.log import Log, Step
from toolkit.vassal.metadata import Metadata

_AFTER = 60
"""Actions after a mutant at most, to the end of its chit."""
_SET_UP = 400
"""The same when the players still set up."""


@dataclass(slots=True)
class Recorder:
    """A legal game on paper, turn by turn.

    Attributes
    ----------
    position : Position
        Followed by the caller.
    whole : bool
        Whether logs begin with the game, not with the turn.
    forts : mapping of int to str
        Hex → marker of the forts that are on the map at the beginning.
    """

    desk: Desk
    position: Position
    whole: bool = False
    forts: Mapping[int, str] = field(default_factory=dict)
    _performer: Performer = field(init=False)
    _paper: Paper = field(init=False)
    _control: ControlMarkers = field(init=False)
    _begin: tuple[Command, ...] = field(init=False)
    _from: int = 0
    _dice: bool = False

    def __post_init__(self) -> None:
        self._paper = Paper(self.desk)
        self._performer = Performer(self.position, self._paper)
        self._performer._forts.update(self.forts)
        self._control = ControlMarkers(self.desk)
        self._begin = self.desk.begin

    def do(self, action: a.Action) -> None:
        """Perform an action of the game, before it is applied."""
        self._performer.perform(action)
        self._dice = self._dice or _throws(action)
        if isinstance(action, a.EndTurn) and not self.whole:
            self._dice = False
            self._from = len(self.desk.steps)
            # A log that begins in mid-game shows by its markers who holds the towns.
            self._control.lay(self.position)
            set_begin(self.desk)
            self._begin = saved(self.desk.table, self.desk.begin)

    def log(self, desk: Desk) -> Log:
        """Return the log of a desk since the turn began."""
        steps = tuple(Step(n, tuple(leaves(group))) for n, group in enumerate(desk.steps[self._from :], 1))
        module = Metadata(name=desk.data.name, version=desk.data.version, vassal_version="3.6.0")
        script = decode_commands(encode_commands([]))
        return Log("mutant", None, module, Codec.PLAIN, script, self._begin, steps, ())

    def plant(self, mutant: Mutant) -> tuple[Log, range]:
        """Return the log with the mutant in it, and the steps in which it is done.

        Raises
        ------
        CannotShowError
            For a mutant that no table shows.
        """
        spared = isinstance(mutant.legal, a.Roll) and isinstance(mutant.actions[0], a.Lose)
        if not self._dice and (spared or any(_spares(action) for action in mutant.actions)):
            raise CannotShowError("where no die is in a log, dice may be thrown beside the table")
        desk = self.desk.copy()
        position = mutant.position.copy()
        hands = Paper(desk)
        hands.side = self._paper.side
        player = Performing(self._performer, position, hands)
        first = len(desk.steps) - self._from + 1
        for action in mutant.actions:
            player.perform(action)
            game.apply(position, action)
        done = len(desk.steps) - self._from
        more = _go_on(position, player, mutant.seed)
        if done < first and not more:
            raise CannotShowError("nothing is done at the table")
        return self.log(desk), range(first, done + 1)


def _throws(action: a.Action) -> bool:
    return isinstance(action, (a.Roll, a.Withdraw, a.Reinforce)) and bool(action.die)


def _spares(action: a.Action) -> bool:
    """Return whether a die is left out that has to be thrown."""
    return isinstance(action, (a.Withdraw, a.Reinforce)) and not action.die


_ENDS = (a.EndMovement, a.EndDeclaration, a.EndReinforcement, a.EndCommand, a.SetAside, a.Draw, a.EndTurn)


def _go_on(position: Position, hands: Performing, seed: int) -> bool:
    """Play the chit to its end, as far as the position allows, and draw the next.

    Returns
    -------
    bool
        Whether anything was done under this chit but to end it.
    """
    done = False
    player = Player(position, seed)
    chits = len(position.turn.drawn) + 20 * position.turn.number
    try:
        for _ in range(_SET_UP if position.turn.phase is Phase.SETUP else _AFTER):
            if position.turn.phase is Phase.OVER:
                break
            # A player who comes in the middle of a segment does not know who has moved.
            moving = position.turn.phase is Phase.MOVEMENT
            action = a.EndMovement() if moving else player.next()
            steps = len(hands.paper.desk.steps)
            hands.perform(action)
            done = done or (len(hands.paper.desk.steps) > steps and not isinstance(action, _ENDS))
            game.apply(position, action)
            if len(position.turn.drawn) + 20 * position.turn.number > chits:
                break
    except (CannotShowError, KeyError, ValueError, IndexError, StopIteration):
        # After a violation the player may find nothing legal to do: the log ends here.
        hands.paper.desk.end_step()
    return done


def audited(recorder: Recorder, mutant: Mutant, data: ModuleData) -> Seen:
    """Plant a mutant and audit its log."""
    try:
        log, steps = recorder.plant(mutant)
    except CannotShowError:
        return Seen(False, {})
    report = audit_read([log], data)
    # What comes before is legal (the untouched turn is audited too): every finding is an answer to the
    # mutant, also where it cites the last step before an action that leaves none.
    found = findings(report)
    first = steps.start
    named = dict.fromkeys(action.rules[0] for action in found if action.rules)
    named |= dict.fromkeys(rule for action in found for rule in action.rules)
    answers = TWINS_IN_LOGS[mutant.clause][0] if mutant.clause in TWINS_IN_LOGS else ()
    later = (notice.code for notice in report.notices if (notice.step or 0) >= first)
    named |= dict.fromkeys(code for code in later if code in answers)
    sure = (Outcome.LEGAL, Outcome.ILLEGAL)
    unsure = {str(x.outcome) for x in report.actions if x.outcome not in sure and x.step >= first}
    # What is folded under another finding accuses nobody once more.
    beside = sum(action.follows is None and not _answers(action, mutant, steps) for action in found)
    return Seen(True, named, tuple(sorted(unsure)), beside)


def _answers(action: JudgedAction, mutant: Mutant, steps: range) -> bool:
    """Return whether a finding is about the mutant: it names its clause, or cites its steps or the next.

    What is due and left out is found at the next step, or at the last one before.
    """
    near = range(steps.start - 1, steps.stop + 1)
    return mutant.clause in action.rules or action.step in near or any(step in steps for step in action.steps)
