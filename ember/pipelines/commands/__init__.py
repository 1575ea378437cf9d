"""What the commands for models do."""
