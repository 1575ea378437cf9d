"""Graphs as pictures."""
