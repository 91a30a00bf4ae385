"""What a log of any module shows: who did what, and what cannot be, without the rules of its game."""
