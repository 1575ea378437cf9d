"""What the commands of the command line do beside compiling."""
