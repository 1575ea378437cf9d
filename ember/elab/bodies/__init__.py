"""Function bodies: expressions, statements, calls, control flow, errors."""
