"""An audit as one page to look at: the board at every step, the findings shown on it."""
