"""Int and its traits, which every program sees without an import."""
