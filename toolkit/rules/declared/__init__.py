"""Games whose rules are data: from the clauses of ``rules.yaml`` to a `toolkit.rules.protocol.Game`.

What others build upon
----------------------
``rules_of(compiled) -> protocol.Game[Position, Action]``
    Book, begin, check, apply, play, over, faults, write, read.  Raises ToolkitError (findings ``RUL1xx`` with
    file, line and column) for declarations that do not fit.  ``compiled.is_declared`` says whether a game is
    one; ``declaration_of(compiled)`` gives the typed rules (`Rules`) and every finding without raising.
``game.begin(setup, fixed)``
    A set-up of the game by its id.  ``""`` has no unit on the map: the set-up phases come first, if the
    rules declare any.  `fixed` settles unclear points.
``Position`` (`toolkit.rules.declared.position`)
    ``turn`` (1 … ; 0 during set-up), ``phase`` (a `sequence.Phase`: id, sides, does, names), ``where``
    (unit → place, or `WAITING`, `ELIMINATED`, `EXITED`, `ABSENT`), ``steps`` (unit → steps left), ``control``
    (place → side, for places that can be held), ``battles`` (of this phase, in the order of declaration),
    ``over``, ``winner``; ``rules`` (static: units, board, clauses).  ``copy()`` and ``key()``.
Actions (`toolkit.rules.declared.actions`), as JSON ``{"action": name, field: value …}``
    ``Place(unit, at, steps)``, ``Restore(unit)``, ``Move(unit, path)``, ``Attack(attackers, targets)``,
    ``Roll(targets, dice)``, ``Lose(unit, steps, by)``, ``Eliminate(unit)``, ``Retreat(unit, path, by)``,
    ``Advance(unit, path)``, ``End(side)``.
``due(position, rulings=None) -> Due`` (`toolkit.rules.declared.due`)
    Who has to do what next: ``Due(sides, actions, units, clause)``; `actions` are the names of the actions
    that may come, `units` those it is about (() for any), `clause` the number that asks for it.  While a
    battle's losses or retreats are owed, nothing else may come.
``legal_actions(position, rulings=None)`` (`toolkit.rules.declared.choices`)
    Legal actions, every one of small choices, a unit's destinations by one cheapest path each.
``ways(position, unit, rulings=None)`` (`toolkit.rules.declared.choices`)
    Place → cheapest path there, for a unit that moves now.

Phases do one or more of ``set_up``, ``reinforce``, ``replace``, ``move``, ``fight``.  A battle is declared
(`Attack`), rolled (`Roll`), then answered by `Lose`, `Eliminate`, `Retreat` as the result asks, in its order,
then at most followed by `Advance`.  Where battles are declared together, the first `Roll` of a phase closes
the declaring.  Nothing says "no advance": any other action does.  `End` ends a phase, whatever is in it.
"""

from toolkit.rules.declared.book import book_of
from toolkit.rules.declared.declaration import Declaration, declaration_of, declared_rules
from toolkit.rules.declared.due import Due, due
from toolkit.rules.declared.position import Position
from toolkit.rules.declared.rules import Rules
from toolkit.rules.declared.whole import rules_of

__all__ = [
    "Declaration",
    "Due",
    "Position",
    "Rules",
    "book_of",
    "declaration_of",
    "declared_rules",
    "due",
    "rules_of",
]
