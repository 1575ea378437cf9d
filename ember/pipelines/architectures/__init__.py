"""Architectures: one file each, registered in `ember/pipelines/registry.py`."""
