"""Where pieces are sent: maps, boards, zones, regions, decks by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from toolkit.diagnostics import Finding, Severity
from toolkit.diagnostics.words import counted
from toolkit.validate.book import CHECKS
from toolkit.validate.habits import Habit, Report, User, listed
from toolkit.validate.module_view import ModuleView
from toolkit.validate.nearest import nearest
from toolkit.vassal.traits import ReturnToDeck, SendTo, Trait

_check = partial(CHECKS.check, subject="module")


def _targets(trait: Trait) -> Iterator[tuple[str, str]]:
    """Yield the kinds and names of what a trait sends to; those with a property in them are left out."""
    found: list[tuple[str, str]] = []
    if isinstance(trait, SendTo):
        if trait.destination in ("L", "G", "Z", "R"):
            found.append(("map", trait.map))
        if trait.destination in ("L", "G"):
            found.append(("board", trait.board))
        if trait.destination == "Z":
            found.append(("zone", trait.zone))
        if trait.destination == "R":
            found.append(("region", trait.region))
    elif isinstance(trait, ReturnToDeck):
        # Before 3.6 a name stood for itself, and none for the player's choice.
        found.append(
            ("deck", trait.deck if trait.version < 2 else "" if trait.choose else trait.deck_expression)
        )
    for kind, name in found:
        if name.strip() and "$" not in name and not name.startswith("{"):
            yield kind, name


def _known(module: ModuleView) -> dict[str, frozenset[str]]:
    return {
        "map": module.map_names,
        "board": module.names_of("Board"),
        "zone": module.names_of("Zone"),
        "region": module.names_of("Region"),
        "deck": module.names_of("DrawPile"),
    }


@_check("MOD090", Severity.WARNING)
def sent_to_nothing(module: ModuleView) -> Iterator[Finding]:
    """A trait sends its piece to a map, board, zone, region or deck that the module does not have.

    Names with a property or an expression in them are passed over, and extensions whose module is not at
    hand.  Of what only prototypes that no piece uses name, one note is made.

    Why
    ---
    A warning: the engine reports bad data when a player uses the command, or takes the piece's own map.

    Good example
    ------------
    <module><Map mapName="Main"/><Map mapName="Reserve"/>
      <Piece name="Tank" gpid="1">sendto;Retire;82,130;Reserve;;0;0;;;0;0;1;1;;L;;;; | piece;;;;Tank</Piece>
      </module>

    Bad example
    -----------
    <module><Map mapName="Main"/><Map mapName="Reserve"/>
      <Piece name="Tank" gpid="1">sendto;Retire;82,130;Reserves;;0;0;;;0;0;1;1;;L;;;; | piece;;;;Tank</Piece>
      </module>
    """
    if not module.whole:
        return
    known = _known(module)
    users: dict[str, dict[str, list[User]]] = {kind: {} for kind in known}
    for item in module.definitions:
        for trait in item.traits:
            for kind, name in _targets(trait):
                if name not in known[kind]:
                    users[kind].setdefault(name, []).append((item.element, item))
    for kind, found in users.items():
        yield from _report(kind, known[kind]).findings(module, found)


def _report(kind: str, known: frozenset[str]) -> Report:
    def near(name: str) -> str:
        other = nearest(name, known)
        return f" (did you mean {other!r}?)" if other else ""

    def one(habit: Habit) -> str:
        verb = "is" if len(habit.users) == 1 else "are"
        what = f"the {kind}" if len(habit.names) == 1 else f"{len(habit.names)} {kind}s"
        state = "which does not exist" if len(habit.names) == 1 else "which do not exist"
        instead = "; its own map is taken instead" if kind == "map" else ""
        return f"{habit.who} {verb} sent to {what} {listed(habit.names, near)}, {state}{instead}"

    def idle(names: Sequence[str]) -> str:
        return f"pieces are sent to {counted(len(names), kind)} that do not exist: {listed(names)}"

    return Report("MOD090", Severity.WARNING, "names", one, idle)
