"""Ends the lives of values: what happens to variables, where destructors go, which copies and moves need not be; and the verifier."""
