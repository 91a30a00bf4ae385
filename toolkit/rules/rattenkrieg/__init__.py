"""ラッテン・クリーク:スターリングラード: areas, playing cards as steps, bluff."""
