"""Stringable and str, which every program sees without an import."""
