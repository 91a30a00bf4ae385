"""Source data of a game: files read, checked against their schemas, typed, each value with its place."""
