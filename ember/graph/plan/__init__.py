"""From kernels to a host program: order, memory, checks."""
