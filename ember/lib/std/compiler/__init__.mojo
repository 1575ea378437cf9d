"""Registering kernels of graphs, by the name of 2025: `@compiler.register("name")`."""

from std.extensibility.registration import register, register_shape_function, view_kernel
