"""Tensors that compute as they are written: recorded as graphs, compiled and run when somebody looks."""
