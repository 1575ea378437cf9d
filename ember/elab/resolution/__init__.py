"""What an expression means: overloads, conversions, members, and what references refer to."""
