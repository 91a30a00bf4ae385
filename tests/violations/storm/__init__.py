"""Storm: ways to break each clause, and the benches that plant them."""
