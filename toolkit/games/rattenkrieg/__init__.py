"""One game: its rules, its module, its player, its reading of logs."""
