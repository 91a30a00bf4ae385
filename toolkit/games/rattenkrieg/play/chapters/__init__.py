"""What players do at the module for each action, one module for each chapter of the rulebook."""
