"""How the module of Storm speaks (docs/storm_log.md)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from toolkit.audit.decisions.entries import KEYS
from toolkit.audit.decisions.records import Place, Step
from toolkit.audit.decisions.vocabulary import DRAG, Vocabulary
from toolkit.audit.facts import number
from toolkit.games.storm.gestures import GESTURES
from toolkit.games.storm.rules.position import ELIMINATED, OFF_MAP, WITHDRAWN

PHASES: Final = ("Draw", "Impulses", "Hands", "Arrivals")
CONSEQUENCES: Final = GESTURES.consequences
ATTACK: Final = "attack"
_COUNTS = "a count that the module keeps for people; the audit counts itself"
_MARKS = "a mark for people"
NEUTRAL: Final = MappingProxyType(
    dict.fromkeys(("Act", "Seq", "By", "From", "For", "Cost", "LossIn", "Firing", "LeftOut"), KEYS)
    | dict.fromkeys(("HandNow", "Drawn", "Passes", "Step", "FireNo", "Impulse", "NextSide"), _COUNTS)
    | dict.fromkeys(("AttackSum", "BestDefence", "Terrain", "AttackTotal", "DefenceTotal"), _COUNTS)
    | dict.fromkeys(("AttackMore", "DefenceMore", "TerrainTimes", "SnipePoints"), _COUNTS)
    | dict.fromkeys(("Out_Level", "Fires_Level", "Flag_Level", "Flame_Level"), _MARKS)
    | dict.fromkeys(("ActFrom", "ActKind", "ActSide", "Allots", "WithdrawFor", "Turn", "Phase"), KEYS)
    | dict.fromkeys(("Sealed_German", "Sealed_Soviet"), KEYS)
    | dict.fromkeys(("FireFrom", "FireSide", "FireState", "FireTarget", "AimAt", "ToSlot"), KEYS)
)
"""Values and properties that decide nothing, and why."""

DRAGGED: Final = frozenset({"move", "ferry", "loss_retreat", "loss_drive"})
"""Words of keys that go with the drag of their unit."""

FOR_A_CARD: Final = frozenset({"pay", "ready", "return"})
"""Words of keys that belong to the card in play."""

WORDS: Final = Vocabulary(
    phases=PHASES,
    consequences=CONSEQUENCES,
    still=frozenset({"fire", "fired", "loss_spend"}),
    idle=frozenset({"pass"}),
    markers=frozenset({ATTACK}),
    values=frozenset({"Firing", "LeftOut", "Control", "Fire", "Bid", "LossIn"}),
    begin=frozenset({"Act", "Seq", "By", "From"}),
    shuffles=frozenset({"shuffle"}),
    corrections=frozenset({"turn"}),
    events=frozenset({"played-german", "played-soviet"}),
    together=12,
    goes_on={
        DRAG: DRAGGED,
        **dict.fromkeys(DRAGGED, frozenset({DRAG})),
        **dict.fromkeys(("play", *FOR_A_CARD), FOR_A_CARD | {"declare"}),
        "fire": frozenset({"fire", "declare"}),
        "declare": frozenset({"roll"}),
    },
    tired=True,
    pile="pile-{}",
    neutral=NEUTRAL,
)

DOWN: Final = "2"
"""The face of a spent unit."""
_TOTALS = range(2, 13)
Dice = tuple[int, int]


def unmarked(value: str) -> str:
    """Return an id or name without the mark that keeps it a text."""
    return value.removeprefix("@")


def where(place: Place) -> str:
    """Return a unit's place as positions have it."""
    if place.area:
        return place.area
    if place.box.startswith("eliminated-"):
        return ELIMINATED
    return WITHDRAWN if place.box.startswith("withdrawn-") else OFF_MAP


def deck_side(place: Place) -> str:
    """Return the side whose deck lies there, else ""."""
    return place.box.removeprefix("deck-") if place.box.startswith("deck-") else ""


def is_pile(place: Place) -> bool:
    """Return whether cards that lie there are out of hands and decks."""
    return place.box.startswith(("pile-", "played-"))


def thrown(step: Step) -> bool:
    """Return whether the toolbar's dice were thrown in a step."""
    return any(name.endswith("_result") for name in step.settings)


def dice_of(step: Step) -> Dice | None:
    """Return what the toolbar's dice showed in a step; of a total some two dice that give it."""
    text = next((value for name, value in step.settings.items() if name.endswith("_result")), "")
    parts = text.replace("+", ",").replace(" ", ",").split(",")
    numbers = [die for part in parts if (die := number(part, -1)) >= 0]
    if len(numbers) == 1 and numbers[0] in _TOTALS:
        return max(1, numbers[0] - 6), min(6, numbers[0] - 1)
    return (numbers[0], numbers[1]) if len(numbers) == 2 else None
