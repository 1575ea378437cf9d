"""Loads compiled models and runs them: one native call, no compiler."""

from ember.engine.mef import read_mef as read
from ember.engine.model import Model
from ember.engine.program import Program, TensorSpec
from ember.engine.session import InferenceSession

__all__ = ["InferenceSession", "Model", "Program", "TensorSpec", "read"]
