"""What the docs say is done: their blocks run, their links lead somewhere."""
