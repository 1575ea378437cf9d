"""Text to syntax tree: `parser.parse_source` is the entry, `tree` the result."""
