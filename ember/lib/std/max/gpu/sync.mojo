"""Barriers and fences, as `std.gpu.sync`, and semaphores."""

from std.gpu.amd_instructions import s_waitcnt
from std.gpu.semaphore import NamedBarrierSemaphore, Semaphore
from std.gpu.sync import *
