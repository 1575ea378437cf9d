"""UInt, which every program sees without an import."""
