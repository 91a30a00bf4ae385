"""What the words of a log say was done, one module for each chapter of the rulebook."""
