"""What users write graphs with."""
