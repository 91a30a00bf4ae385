"""What is made of logs without judging them."""
