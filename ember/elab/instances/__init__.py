"""Concrete functions: instances, closures, compile-time evaluation, kernels for devices, what is exported or kept."""
