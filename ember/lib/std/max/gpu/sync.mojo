"""Barriers and fences, as `std.gpu.sync`, and semaphores."""

from std.gpu.semaphore import NamedBarrierSemaphore, Semaphore
from std.gpu.sync import *
