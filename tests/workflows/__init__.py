"""What others put into their own workflows: the action, the hooks, completion, schemas for editors."""
