"""Where programs of 2024 find `max.tensor`."""
