"""The simulated device: kernels run on the processor, block after block, each thread on a stack of its own when it
has to wait.

`scheduler` runs the threads, `rendezvous` lets them meet (barriers, warp collectives), `mbarrier` and `matrix` hold the
rest of the machine, and `nvvm` gives all of it the names of LLVM's intrinsics, to which the compiler redirects kernels.
"""
