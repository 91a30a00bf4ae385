"""The printed tables, typed from the rulebook's charts a second time."""

from __future__ import annotations

COLUMNS = ("1-1", "1.5-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1", "9-1", "10+")
RATIOS = (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0)

RESULTS = {
    1: ["A2", "A1", "A1", "-", "-", "R", "R", "RR", "RR", "1RR", "1RR"],
    2: ["A1", "A1", "-", "-", "R", "R", "RR", "RR", "1RR", "1RR", "2RR"],
    3: ["A1", "-", "-", "R", "R", "RR", "RR", "1RR", "1RR", "2RR", "2RR"],
    4: ["-", "-", "R", "R", "RR", "RR", "1RR", "1RR", "2RR", "2RR", "3RR"],
    5: ["-", "R", "R", "RR", "RR", "1RR", "1RR", "2RR", "2RR", "3RR", "3RR"],
    6: ["R", "R", "RR", "RR", "1RR", "1RR", "2RR", "2RR", "3RR", "3RR", "4RR"],
}

WITHDRAWAL = {
    1: {"Pz": 1, "SS": 0, "Inf": 2},
    2: {"Pz": 1, "SS": 0, "Inf": 1},
    3: {"Pz": 0, "SS": 1, "Inf": 2},
    4: {"Pz": 0, "SS": 1, "Inf": 1},
    5: {"Pz": 0, "SS": 0, "Inf": 2},
    6: {"Pz": 0, "SS": 0, "Inf": 1},
}

AXIS_REINFORCEMENT = {
    1: {"Hun": 4, "Rum": 3},
    2: {"Rum": 3, "It": 3},
    3: {"Inf": 1, "Hun": 2, "Rum": 2},
    4: {"SS": 1, "Inf": 1, "Rum": 2, "It": 2},
    5: {"Pz": 1, "Hun": 1, "Rum": 2},
    6: {"Pz": 1, "SS": 1, "Inf": 1, "Rum": 1},
}

SOVIET_TRACK = {
    "HQ": (1, 0, 0, 0, 0, 0, 1, 1, 0),
    "Tk": (2, 2, 4, 0, 0, 1, 2, 0, 0),
    "Mech": (0, 0, 0, 0, 0, 0, 3, 0, 0),
    "Cav": (0, 0, 1, 3, 1, 0, 1, 3, 3),
    "Rifle": (22, 8, 10, 5, 8, 18, 13, 13, 12),
    "G-Mech": (0, 0, 0, 0, 0, 0, 0, 3, 0),
    "G-Cav": (0, 0, 1, 1, 0, 0, 0, 0, 0),
    "G-Rifle": (1, 0, 1, 2, 6, 1, 1, 2, 4),
    "NKVD-Mot": (2, 0, 0, 0, 0, 0, 0, 0, 0),
}
"""Three cells of the scan are noise and read as none: HQ 6, Cav 1, NKVD-Mot 9."""

SOVIET_VALUES = {
    "HQ": (2, 2, 8),
    "Tk": (4, 3, 6),
    "Mech": (3, 4, 6),
    "Cav": (2, 2, 5),
    "Rifle": (2, 2, 4),
    "G-Mech": (3, 5, 6),
    "G-Cav": (3, 3, 5),
    "G-Rifle": (3, 3, 4),
    "NKVD-Mot": (1, 2, 6),
}

SHIFT = {"clear": 0, "forest": 1, "marsh": 1, "mountain": 2}
ENTER = {"clear": (1, 1), "forest": (2, 1), "marsh": (3, 2)}
"""Points to enter: mechanised, other."""

VP_EACH = 10
VP_NEEDED = 85
VP_LOSSES = {"german_mechanised": 2, "german_other": 1, "allied": 0, "hq": 2}
VP_AXIS_AT_START = 4
TURNS = 9
STACK = 2
OFF_RAIL = 6
FORTS = 2
ALLIED_HQ_GERMANS = 2
RAIL_BOX_OUT = 2
ERRATA = {"44": (2, 5), "62": (2, 5), "68": (2, 5), "79C": (1, 5), "110C": (1, 5)}
