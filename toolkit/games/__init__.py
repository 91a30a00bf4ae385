"""The games, a folder each; nothing outside knows one of them by name."""
