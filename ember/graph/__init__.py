"""Tensor graphs: described in Python, checked line by line, compiled to one native call."""
