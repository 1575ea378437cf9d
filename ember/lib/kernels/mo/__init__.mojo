"""Kernels of the graph's own operators: one element at a time, and views."""
