"""The types and functions every program sees without an import."""
