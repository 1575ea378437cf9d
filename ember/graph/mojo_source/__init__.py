"""Kernels and host programs as Mojo that a person can read."""
