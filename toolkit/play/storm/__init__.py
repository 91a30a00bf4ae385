"""Storm over Stalingrad played and recorded: planted violations, performers, logs."""
