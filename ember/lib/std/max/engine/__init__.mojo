"""Compiled graphs loaded and run from Mojo, as in 2024: sessions, models, tensor maps."""

from max.engine.session import InferenceSession, Model, TensorMap
