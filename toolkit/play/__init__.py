"""Playing: games written as the logs that a module would record, without the engine."""
