"""Functions as text: assembly, LLVM IR or an object, for this machine or another, made while the program is compiled."""

from std.compile.compile import CompiledFunctionInfo, compile_info
