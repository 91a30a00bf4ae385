"""Chapters 1 and 2 and the errata: what the game is and what it is played with.  The data hold it."""

from __future__ import annotations

from math import floor

from toolkit.rules.registry import Kind, RuleEntry, rule, stated

STATEMENTS: tuple[RuleEntry, ...] = (
    stated(
        "1.0",
        "A game for two, on the southern part of the eastern front from June to December 1942.",
        place="The sides in game.yaml; the dates in charts/turn_track.yaml.",
        against="A third side, or a turn in 1943.",
    ),
    stated(
        "1.0(1)1",
        "A hex is 20 to 30 km across.",
        place="grid.pitch_km in game.yaml.",
        against="A grid of 40 km.",
    ),
    stated(
        "1.0(1)2",
        "A turn is half a month to a month.",
        place="The dates in charts/turn_track.yaml: nine turns from June to December.",
        against="Nine turns that all lie in June.",
    ),
    stated(
        "1.0(1)3",
        "Axis combat units are divisions.",
        place="size in counters/axis_*.yaml.",
        against="An Axis corps.",
    ),
    stated(
        "1.0(1)4",
        "Soviet combat units are divisions to corps.",
        place="size in counters/soviet.yaml.",
        against="A Soviet army as one counter.",
    ),
    stated(
        "2.0(1)",
        "The game has one map.",
        place="The files of map/ make one grid.",
        against="A game without hexes.",
    ),
    stated(
        "2.0(2)",
        "The game has one sheet of 252 counters.",
        place="counters/*.yaml, counted.",
        against="A counter file that lacks one.",
    ),
    stated(
        "2.0(3)",
        "The game has one rulebook; an opaque cup and a die are the players' own.",
        place="The windows of help/; a box of kind cup or the module's cup; charts of one die.",
        against="A chart whose rows are not those of one die.",
    ),
    stated(
        "2.1(1)",
        "The map covers the area of the whole campaign.",
        place="map/towns.geojson: the towns of the campaign lie on the grid.",
        against="A map that ends at the Don.",
    ),
    stated(
        "2.1(1)1",
        "The grid of hexes says where counters stand and how they move.",
        place="grid in game.yaml; the neighbours worked out of it.",
        against="A hex without neighbours.",
    ),
    stated(
        "2.1(1)2",
        "Coloured symbols on the map are places of the set-up.",
        place="setup in map/*.yaml: the compiled set-up hexes.",
        against="A map without a place for the headquarters of 6A.",
    ),
    stated(
        "2.1(2)1",
        "The combat results table is printed on the map.",
        place="charts/crt.yaml (10.4).",
        against="A table whose columns do not rise.",
    ),
    stated(
        "2.1(2)2",
        "The turn track is printed on the map.",
        place="charts/turn_track.yaml and the boxes of kind turn (5.0).",
        against="A track with a turn left out.",
    ),
    stated(
        "2.1(2)3",
        "The Soviet reinforcement track is printed on the map.",
        place="charts/soviet_reinforcement.yaml and the boxes of kind reinforcement (12.2).",
        against="A track without a box for column 9.",
    ),
    stated(
        "2.1(2)4",
        "The terrain key is printed on the map.",
        place="charts/terrain_effects.yaml (9.0, 10.0).",
        against="A terrain of the map without a row.",
    ),
    stated(
        "2.1(2)5",
        "The Axis rail transport box is printed on the map.",
        place="The box of kind rail (11.3, 12.4).",
        against="A rail box for the Soviets.",
    ),
    stated(
        "2.1(2)6",
        "The German withdrawal table is printed on the map.",
        place="charts/withdrawal.yaml (11.2).",
        against="A table with a column for Romanians.",
    ),
    stated(
        "2.1(2)7",
        "The Axis reinforcement table is printed on the map.",
        place="charts/axis_reinforcement.yaml (12.3).",
        against="A table without a column for Italians.",
    ),
    stated(
        "2.2",
        "Counters are units (headquarters and combat units), command chits and markers.",
        place="kind in counters/*.yaml.",
        against="A counter of a fifth kind.",
    ),
    stated(
        "2.21(1)",
        "A combat unit's colour says its nationality.",
        place="nationality in counters/*.yaml; the palette of render draws it.",
        against="A Romanian division of the Soviet side.",
    ),
    stated(
        "2.21(2)1",
        "A symbol says the branch.",
        place="symbol in counters/*.yaml.",
        against="A combat unit without a symbol.",
    ),
    stated(
        "2.21(2)2",
        "An Axis unit shows the army it starts with; it counts in the set-up only.",
        place="assignment in counters/axis_*.yaml; nothing but chapter 4 reads it.",
        against="A division that starts on the map and names no army with set-up hexes.",
    ),
    stated(
        "2.21(2)3",
        "A unit shows its name or number.",
        place="names and short in counters/*.yaml.",
        against="A division without a name.",
    ),
    stated(
        "2.21(2)4",
        "A unit says where it starts: Axis army, Soviet front or second line; "
        "without it, in the reserve pool.",
        place="assignment in counters/*.yaml.",
        against="A Soviet division that is to start with 6A.",
    ),
    stated(
        "2.21(2)5",
        "Mechanised units have attack and defence, others one strength for both.",
        place="full and reduced in counters/*.yaml.",
        against="An infantry division that attacks with 4 and defends with 5.",
    ),
    stated(
        "2.21(2)6",
        "The movement allowance says how far a unit can go.",
        place="movement in counters/*.yaml.",
        against="A unit without an allowance.",
    ),
    stated(
        "2.21(3)",
        "Most units have a reduced back; "
        "some have a blank one. A step turns a unit over, the next removes it.",
        place="reduced in counters/*.yaml, none for a blank back; 10.5(1) carries it out.",
        against="A reduced face that is stronger than the full one.",
    ),
    stated(
        "2.22",
        "A headquarters is a special combat unit, not mechanised.",
        place="kind hq in counters/*.yaml; 13.0.",
        against="A mechanised headquarters.",
    ),
    stated(
        "2.22(1)",
        "There are headquarters of armies (fronts) and of panzer armies; a panzer army has two chits.",
        place="size in counters/*.yaml and chit.hq in counters/chits.yaml.",
        against="A second chit for 6A.",
    ),
    stated(
        "2.22(2)",
        "A headquarters shows the army it sets up with.",
        place="assignment in counters/*.yaml and the set-up hexes of kind hq.",
        against="A headquarters on the map at start without a printed place.",
    ),
    stated(
        "2.22(3)",
        "Its command range says which units it can activate.",
        place="command_range in counters/*.yaml; 8.2.",
        against="A headquarters without a range.",
    ),
    stated(
        "2.22(4)",
        "Its strength works like that of other units.",
        place="full in counters/*.yaml; 13.0.",
        against="A headquarters without strength.",
    ),
    stated(
        "2.22(5)",
        "It moves like other units.",
        place="full.movement in counters/*.yaml; 13.0.",
        against="A headquarters that cannot move.",
    ),
    stated(
        "2.23",
        "Command chits are drawn one by one from a cup, where the chosen ones of the turn lie.",
        place="counters/chits.yaml; chapters 6 and 7.",
        against="Nineteen chits less one.",
    ),
    stated(
        "2.23(1)",
        "A headquarters' chit belongs to one headquarters on the map.",
        place="chit.hq in counters/chits.yaml.",
        against="A chit that names no headquarters.",
    ),
    stated(
        "2.23(2)",
        "STAVKA is a chit of the Soviets.",
        place="counters/chits.yaml; 7.2(3).",
        against="A STAVKA chit of the Axis.",
        unclear=("U-10",),
    ),
    stated(
        "2.23(3)",
        "Each side has one reinforcement chit.",
        place="counters/chits.yaml; 7.2(2).",
        against="Two Axis reinforcement chits.",
    ),
    stated(
        "2.23(4)",
        "The supply chit is executed by both sides.",
        place="counters/chits.yaml, without a side; chapter 11.",
        against="A supply chit of the Axis.",
    ),
    stated(
        "2.24(1)",
        "A marker on the turn track shows the turn.",
        place="role turn in counters/markers.yaml.",
        against="Two turn markers.",
    ),
    stated(
        "2.24(2)",
        "A marker on the Soviet reinforcement track shows the number that comes next.",
        place="role soviet_reinforcement in counters/markers.yaml.",
        against="No such marker.",
    ),
    stated(
        "2.24(3)",
        "Fort markers are for the Soviets only.",
        place="role fort in counters/markers.yaml; 14.0.",
        against="A fort of the Axis.",
    ),
    stated(
        "Errata (1)",
        "The reduced faces of the German infantry divisions 44, 62 and 68 are 2-5.",
        place="errata/001.yaml.",
        against="62nd Infantry with a back of 3-5.",
    ),
    stated(
        "Errata (2)",
        "The reduced faces of the Soviet cavalry 79C and 110C are 1-5.",
        place="errata/001.yaml.",
        against="79C with a back of 2-5.",
    ),
)


@rule(
    "1.0(2)", "Where a number is halved, the fraction is dropped.", Kind.DEFINITION, unclear=("U-01", "U-54")
)
def without_fraction(number: float) -> int:
    """Return a number without its fraction.

    What it checks
    --------------
    Strengths that attack across rivers (10.3(1)1).

    Legal example
    -------------
    A sum of 7 across a river attacks with 3.

    Illegal example
    ---------------
    It attacks with 4.

    Unclear points
    --------------
    U-01: what is added before it is halved. U-54: whether it bears on the half points of a march.
    """
    return floor(number)
