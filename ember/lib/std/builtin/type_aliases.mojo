"""Origins, which every program sees without an import."""
