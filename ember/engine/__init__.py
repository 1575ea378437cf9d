"""Loads compiled models and runs them: one native call, no compiler."""

from ember.engine.exported import MissingArtifactError
from ember.engine.mef import read_mef as read
from ember.engine.model import Model
from ember.engine.program import Program, TensorSpec
from ember.engine.session import InferenceSession
from ember.engine.values import MojoValue

CompiledModel = Program
"""What `InferenceSession.compile` gives, as programs for MAX call it."""

__all__ = [
    "CompiledModel",
    "InferenceSession",
    "MissingArtifactError",
    "Model",
    "MojoValue",
    "Program",
    "TensorSpec",
    "read",
]
