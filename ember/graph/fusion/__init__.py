"""From `mo` to `mogg`: which ops become one kernel, decided by the signatures of registered structs alone."""
