"""Files of weights, read where they lie."""
