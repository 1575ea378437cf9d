"""Equatable and Comparable, which every program sees without an import."""
