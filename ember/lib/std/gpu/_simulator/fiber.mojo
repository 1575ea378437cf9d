"""Fibers: stacks of their own, between which the processor switches in a few nanoseconds."""

from std.ffi import external_call
from std.gpu._message import failure
from std.sys.info import CompilationTarget
from std.sys.intrinsics import inlined_assembly

comptime STACK_SIZE = 1 << 18
comptime GUARD_SIZE = 1 << 16
comptime _READ_WRITE = Int32(3)
comptime _PRIVATE_ANONYMOUS_NORESERVE = Int32(0x4022)


struct Fiber(TrivialRegisterPassable):
    """A stack, and where its execution stands."""

    var stack_pointer: Int
    var stack: Int

    def __init__(out self, number: Int, entry: def() thin -> None) raises:
        """A new stack on which `entry` will run; it never returns."""
        self.stack = external_call["mmap", Int](
            Int(0), Int(STACK_SIZE + GUARD_SIZE), _READ_WRITE, _PRIVATE_ANONYMOUS_NORESERVE, Int32(-1), Int(0)
        )
        self.stack_pointer = 0
        if self.stack == -1:
            raise failure("no memory for the stack of a simulated thread")
        _ = external_call["mprotect", Int32](self.stack, Int(GUARD_SIZE), Int32(0))
        self.reset(number, entry)

    def __init__(out self, stack: Int):
        """A stack that exists; `reset` makes it usable."""
        self.stack = stack
        self.stack_pointer = 0

    def reset(mut self, number: Int, entry: def() thin -> None):
        """Forgets what runs on the stack; `entry` will run."""
        # Stacks start at different distances from a page so that they do not compete for the same cache lines.
        var top = self.stack + GUARD_SIZE + STACK_SIZE - 64 - (number % 16) * 192
        # A multiple of 16: after the jump to `entry` the stack looks as after a call, on both processors.
        var slot = UnsafePointer[Int, MutAnyOrigin](unsafe_from_address=top & -16)
        var function = entry
        slot[] = UnsafePointer(to=function).bitcast[Int]()[]
        self.stack_pointer = Int(slot)


@no_inline
def switch_stack(save: UnsafePointer[Int, MutAnyOrigin], load: UnsafePointer[Int, MutAnyOrigin]):
    """Stores where execution stands at `save` and goes on where `load` says; returns when somebody switches back."""
    comptime if CompilationTarget.is_arm():
        inlined_assembly[_SWITCH_ARM, NoneType, constraints=_CLOBBERS_ARM](save, load)
    else:
        inlined_assembly[_SWITCH_X86, NoneType, constraints=_CLOBBERS_X86](save, load)


comptime _SWITCH_ARM = """
    stp x29, x30, [sp, #-32]!
    str x19, [sp, #16]
    adr x9, 1f
    str x9, [sp, #-16]!
    mov x9, sp
    str x9, [$0]
    ldr x9, [$1]
    mov sp, x9
    ldr x9, [sp], #16
    br x9
1:
    ldr x19, [sp, #16]
    ldp x29, x30, [sp], #32
"""
comptime _CLOBBERS_ARM = (
    "r,r,~{x0},~{x1},~{x2},~{x3},~{x4},~{x5},~{x6},~{x7},~{x8},~{x9},~{x10},~{x11},~{x12},~{x13},~{x14},~{x15},"
    "~{x16},~{x17},~{x20},~{x21},~{x22},~{x23},~{x24},~{x25},~{x26},~{x27},~{x28},~{x30},"
    "~{v0},~{v1},~{v2},~{v3},~{v4},~{v5},~{v6},~{v7},~{v8},~{v9},~{v10},~{v11},~{v12},~{v13},~{v14},~{v15},"
    "~{v16},~{v17},~{v18},~{v19},~{v20},~{v21},~{v22},~{v23},~{v24},~{v25},~{v26},~{v27},~{v28},~{v29},~{v30},~{v31},"
    "~{memory},~{cc}"
)
# The first line steps over the 128 bytes below the stack pointer that a function may use without saying so.
comptime _SWITCH_X86 = """
    leaq -128(%rsp), %rsp
    pushq %rbp
    pushq %rbx
    leaq 1f(%rip), %rax
    pushq %rax
    movq %rsp, (%rdi)
    movq (%rsi), %rsp
    popq %rax
    jmpq *%rax
1:
    popq %rbx
    popq %rbp
    leaq 128(%rsp), %rsp
"""
comptime _CLOBBERS_X86 = (
    "{rdi},{rsi},~{rax},~{rcx},~{rdx},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15},"
    "~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},"
    "~{xmm13},~{xmm14},~{xmm15},~{memory},~{dirflag},~{fpsr},~{flags}"
)
