"""What the Storm module counts by itself, on paper: impulses, and a fire with its totals."""

from __future__ import annotations

from toolkit.games.storm.play.paper import ATTACK, FIRE_DESK, Paper
from toolkit.games.storm.rules.data import Card, Use

_CLOSED: dict[str, str] = {
    "FireState": "", "FireSide": "", "FireFrom": "", "FireTarget": "", "AttackMore": "0", "DefenceMore": "0",
    "TerrainTimes": "1", "SnipePoints": "0", "Allots": "", "Left": "0",
}  # fmt: skip


def begin_impulse(paper: Paper, kind: str, side: str, origin: str = "") -> None:
    """Count a new impulse, if it is none of the last one."""
    known = paper.desk.global_value
    same = known("ActSide") == side and (
        known("ActKind") == "card" or (known("ActKind") == kind and known("ActFrom") == origin)
    )
    if same and kind not in ("card", "pass"):
        return
    first, second = paper.sides.values()
    paper.set(
        Impulse=paper.number("Impulse") + 1,
        Passes=paper.number("Passes") + 1 if kind == "pass" else 0,
        ActSide=side,
        ActKind=kind,
        ActFrom=origin,
        NextSide=second if side == first else first,
    )


def close_fire(paper: Paper) -> None:
    """End a fire: its globals, its marks, the Attack marker."""
    for unit in paper.desk.pieces:
        for mark in ("Firing", "LeftOut"):
            if paper.desk.value(unit, mark) == "1":
                paper.desk.change(unit, {mark: 0})
    if paper.area(ATTACK):
        paper.send(ATTACK, "fire-desk", number=1)
    paper.set(**_CLOSED)


def forget_fire(paper: Paper) -> None:
    """End a fire that nobody closed, with the first key of the next one."""
    if paper.desk.global_value("FireState") == "rolled":
        close_fire(paper)


def declare(paper: Paper, area: str) -> None:
    """Drag the Attack marker onto an area."""
    if paper.desk.global_value("FireState") != "declared":
        paper.set(FireNo=paper.number("FireNo") + 1)
    paper.put([ATTACK], area)
    paper.decide(ATTACK, "declare")
    snipe = paper.number("SnipePoints")
    paper.set(
        FireTarget=f"@{paper.names[area]}",
        FireState="rolled" if snipe else "declared",
        Points=snipe,
        Left=snipe,
        D1=0,
        D2=0,
    )
    origin = paper.desk.global_value("FireFrom")
    if origin:
        begin_impulse(paper, "fire", paper.desk.global_value("FireSide"), origin)
    paper.end()


def roll(paper: Paper, dice: tuple[int, int], totals: tuple[int, int], mark: str) -> None:
    """Roll for the declared fire; `mark` is the fire marker that is set, "" for none."""
    attack, defence = totals
    points = max(0, attack - defence)
    paper.decide(FIRE_DESK, "roll")
    paper.set(D1=dice[0], D2=dice[1], AttackTotal=attack, DefenceTotal=defence, Points=points, Left=points)
    paper.set(FireState="rolled")
    fired(paper)
    if mark and mark in paper.desk.pieces:
        paper.desk.change(mark, {"Fire": 1})
    paper.end()


def fired(paper: Paper) -> None:
    """Spend the units that fired."""
    for unit in [one for one in paper.desk.pieces if paper.desk.value(one, "Firing") == "1"]:
        paper.follow(unit, "fired", Firing=0)
        paper.turn_over([unit], down=True)


def card_effect(paper: Paper, card: Card, side: str) -> None:  # noqa: PLR0912 -- one case for each effect
    """Write what a card changes in the fire that is declared or comes."""
    effect = card.effect
    if effect is None:
        return
    amount = effect.amount
    match effect.use:
        case Use.FIRE_BONUS:
            paper.set(AttackMore=paper.number("AttackMore") + amount)
        case Use.BOMBARD:
            paper.set(AttackMore=paper.number("AttackMore") + amount, FireSide=side, FireFrom="")
        case Use.NO_TERRAIN:
            paper.set(TerrainTimes=0)
        case Use.RUBBLE if paper.number("TerrainTimes"):
            paper.set(TerrainTimes=amount)
        case Use.DIG_IN:
            paper.set(DefenceMore=paper.number("DefenceMore") + amount)
        case Use.WEAKEN:
            paper.set(AttackMore=paper.number("AttackMore") - amount)
        case Use.SPARE:
            paper.set(Left=max(0, paper.number("Left") - amount))
        case Use.ATTACKER_ALLOTS:
            paper.set(Allots=side)
        case Use.CANCEL:
            paper.follow(FIRE_DESK, "cancelled")
            fired(paper)
            close_fire(paper)
        case Use.SNIPE:
            chooser = side if effect.by_attacker else ""
            paper.set(SnipePoints=amount, Allots=chooser, FireSide=side, FireFrom="")
        case Use.MINES if amount:
            paper.set(
                FireNo=paper.number("FireNo") + 1, FireState="rolled", Points=amount, Left=amount,
                FireSide=side, FireFrom="",
            )  # fmt: skip
        case _:
            pass


BEGINS_FIRE = (
    Use.FIRE_BONUS, Use.BOMBARD, Use.NO_TERRAIN, Use.ATTACKER_ALLOTS, Use.SNIPE, Use.MINES,
)  # fmt: skip
