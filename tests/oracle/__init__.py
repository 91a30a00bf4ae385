"""Independent readings of the rulebooks, written apart from the rules they check."""
