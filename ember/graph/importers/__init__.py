"""Models of other formats as graphs."""
