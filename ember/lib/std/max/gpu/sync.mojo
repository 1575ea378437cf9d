"""Barriers and fences, as `std.gpu.sync`, and `Semaphore`."""

from std.gpu.semaphore import Semaphore
from std.gpu.sync import *
