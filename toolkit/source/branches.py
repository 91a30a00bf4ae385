"""Words for what a unit is: branches with a symbol of their own, and other words for them."""

from __future__ import annotations

import difflib
from collections.abc import Mapping

BRANCHES: tuple[str, ...] = (
    # Foot
    "infantry", "mountain", "jager", "light", "grenadiers", "guards", "marines", "airborne", "glider",
    "commando", "ski", "bicycle", "machine_gun", "militia", "garrison", "security", "partisan", "luftwaffe",
    "nkvd", "motorised", "mechanised",
    # Horse and armour
    "cavalry", "light_cavalry", "heavy_cavalry", "dragoons", "lancers", "cossacks", "motorcycle",
    "reconnaissance", "armoured_car", "armour", "heavy_armour", "tank", "assault_gun", "tank_destroyer",
    # Guns
    "artillery", "horse_artillery", "heavy_artillery", "self_propelled_artillery", "rocket_artillery",
    "mortar", "antitank", "anti_aircraft", "coastal_artillery",
    # Support
    "hq", "leader", "engineer", "bridging", "signals", "supply", "transport", "railway", "medical",
    "fortress",
    # Air
    "fighter", "bomber", "dive_bomber", "ground_attack", "reconnaissance_aircraft", "transport_aircraft",
    "helicopter",
    # Sea
    "ship", "battleship", "carrier", "cruiser", "destroyer", "submarine", "gunboat", "landing_craft",
    "transport_ship", "sailing_ship",
)  # fmt: skip
"""Branches with a drawing (`toolkit.render.symbols`); any other word shows its first letters."""

OTHER_WORDS: Mapping[str, str] = {
    "rifle": "infantry",
    "foot": "infantry",
    "guards_rifle": "infantry",
    "engineers": "engineer",
    "sappers": "engineer",
    "pioneers": "engineer",
    "armor": "armour",
    "armoured": "armour",
    "armored": "armour",
    "panzer": "armour",
    "heavy_tank": "heavy_armour",
    "mechanized": "mechanised",
    "mechanised_infantry": "mechanised",
    "panzergrenadier": "mechanised",
    "motorized": "motorised",
    "motorised_infantry": "motorised",
    "alpine": "mountain",
    "alpini": "mountain",
    "jaeger": "jager",
    "jäger": "jager",
    "light_infantry": "light",
    "grenadier": "grenadiers",
    "guard": "guards",
    "marine": "marines",
    "parachute": "airborne",
    "paratroops": "airborne",
    "landwehr": "militia",
    "partisans": "partisan",
    "luftwaffe_field": "luftwaffe",
    "horse": "cavalry",
    "hussars": "light_cavalry",
    "chasseurs": "light_cavalry",
    "cuirassiers": "heavy_cavalry",
    "dragoon": "dragoons",
    "uhlans": "lancers",
    "headquarters": "hq",
    "general": "leader",
    "recon": "reconnaissance",
    "guns": "artillery",
    "battery": "artillery",
    "rockets": "rocket_artillery",
    "self_propelled_gun": "self_propelled_artillery",
    "anti_tank": "antitank",
    "flak": "anti_aircraft",
    "anti_air": "anti_aircraft",
    "antiaircraft": "anti_aircraft",
    "nkvd_motorised": "nkvd",
    "truck": "transport",
    "train": "railway",
    "fort": "fortress",
    "fighters": "fighter",
    "aircraft": "fighter",
    "air": "fighter",
    "bombers": "bomber",
    "naval": "ship",
    "fleet": "ship",
    "aircraft_carrier": "carrier",
    "submarines": "submarine",
}


def branch_of(word: str) -> str:
    """Return the branch that a word stands for; the word itself when it has no drawing."""
    key = word.lower().replace("-", "_").replace(" ", "_")
    return OTHER_WORDS.get(key, key)


def meant(word: str) -> str | None:
    """Return the word with a drawing that one without looks like a slip of; None for any other word."""
    if branch_of(word) in BRANCHES:
        return None
    found = (difflib.get_close_matches(word, words, n=1, cutoff=0.8) for words in (BRANCHES, OTHER_WORDS))
    return next((near[0] for near in found if near), None)
