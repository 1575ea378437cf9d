"""An activation with a parameter, and its gradient: two kernels for PyTorch."""

from .snake import *
