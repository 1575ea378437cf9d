"""Loads compiled models and runs them: one native call, no compiler."""

from ember.engine.exported import MissingArtifactError
from ember.engine.mef import read
from ember.engine.model import Model
from ember.engine.program import Program, TensorSpec
from ember.engine.session import InferenceSession
from ember.engine.settings import AssertLevel, LogLevel, PrintStyle, SplitKReductionPrecision
from ember.engine.values import MojoValue

CompiledModel = Program
"""What `InferenceSession.compile` gives, as programs for MAX call it."""

__all__ = [
    "AssertLevel",
    "CompiledModel",
    "InferenceSession",
    "LogLevel",
    "MissingArtifactError",
    "Model",
    "MojoValue",
    "PrintStyle",
    "Program",
    "SplitKReductionPrecision",
    "TensorSpec",
    "read",
]
