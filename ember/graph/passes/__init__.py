"""Passes over `mo`, one per file; `pipeline.py` has their order with its reasons."""
