"""A player of both sides: whole legal games with random but sensible choices."""

from toolkit.games.gj47.rules.player.player import Player, play_on

__all__ = ["Player", "play_on"]
