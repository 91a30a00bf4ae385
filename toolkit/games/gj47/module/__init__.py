"""The module of GJ47: units under chits, battles with odds, the cup, forts, rolls for reinforcements."""
