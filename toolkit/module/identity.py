"""What a game that was set up with a module says of the module's data."""

DIGEST = "DataDigest"
"""Global property: `CompiledGame.digest` of the data that the game was set up with."""
