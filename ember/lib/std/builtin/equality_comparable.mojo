"""Equatable under its older name, which every program sees without an import."""
