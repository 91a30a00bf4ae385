"""The rules of Storm, heading by heading of the rules page."""
