"""`kgen`: functions, calls, constants, aggregates and ownership: the frame of concrete code.

Calling convention (made by the elaborator, relied on by every later stage): an argument is either a value of its IR
type (register types passed by value) or a `!kgen.pointer` to it. A function that raises returns `i1` first (1 = an
error was stored through its error pointer argument, which is the last one); a result of memory type is stored through
a pointer argument that stands before the error pointer. All other results are plain results.

Compile-time values are plain Python objects (see `constants.py`): int, float, bool, tuple for lanes and fields, bytes
for strings, `SymbolRef` for functions and globals, None for null.
"""

from __future__ import annotations

from ember.ir.nodes import Body, Op, Operand, Operands, Result, Results, SymbolRef
from ember.ir.types import FunctionType, Type


class Module(Op, name="kgen.module"):
    """Everything that is compiled together: `kgen.module { … }` with kgen.func, kgen.global."""

    body: Body


class Func(Op, name="kgen.func"):
    """A concrete function: `kgen.func @name(%a: index) -> index { … }`. An empty body with `is_declaration` is external.

    `linkage`: "internal", "export" (C name, visible) or "weak". `inline`: "", "always" or "never".
    """

    name: str
    type: FunctionType
    linkage: str
    inline: str
    is_declaration: bool
    source_name: str  # for debuggers and backtraces
    body: Body


class Global(Op, name="kgen.global"):
    """A named piece of memory holding `value`: `kgen.global @name : T = <…>`. `value` None means zeroes."""

    name: str
    type: Type
    value: object
    constant: bool
    linkage: str
    alignment: int


class Constant(Op, name="kgen.param.constant", pure=True):
    """A compile-time value: `%0 = kgen.param.constant = <5> : index`."""

    value: object
    result: Result


class Undefined(Op, name="kgen.undefined", pure=True):
    """Any value of the type; reading it is the program's mistake: `%0 = kgen.undefined : index`."""

    result: Result


class IsCompileTime(Op, name="kgen.is_compile_time", pure=True):
    """Whether the compiler itself runs the function, which native code does not: `%0 = kgen.is_compile_time : !pop.scalar<bool>`."""

    result: Result


class CallSite(Op, name="kgen.call_site"):
    """Where the function was called from, as text `file:line:col`: `%0 = kgen.call_site : !kgen.string`.

    Stands in functions that are always inlined, until they are: then it is a constant.
    """

    result: Result


class Call(Op, name="kgen.call"):
    """`%0 = kgen.call @callee(%1) : (index) -> index`."""

    callee: SymbolRef
    arguments: Operands
    results_: Results


class ParamDeclare(Op, name="kgen.param.declare"):
    """A name for a compile-time value: `kgen.param.declare nvptx: target = <#kgen.target<triple = "nvptx64-nvidia-cuda">>`."""

    name: str
    kind: str
    value: object


class CompileOffload(Op, name="kgen.compile_offload"):
    """A function compiled for another machine: its code as text, its name there, how many closures it captures.

    `%0:3 = kgen.compile_offload<nvptx, 0, "", @kernel> -> !kgen.string, !kgen.string, index`; with two results the name is
    left out. The target is a `#kgen.target<…>` or the name of one. `emission_kind` is 0 for assembly, 1 for LLVM IR,
    2 for optimised LLVM IR, 3 for an object. Elaboration makes constants of the results.
    """

    target: object
    emission_kind: int
    emission_option: str
    func: SymbolRef
    captures: int
    results_: Results


class CallIndirect(Op, name="kgen.call_indirect"):
    """Calls through a function pointer: `%0 = kgen.call_indirect %f(%1) : (index) -> index`. `signature` is the FunctionType."""

    signature: FunctionType
    callee: Operand
    arguments: Operands
    results_: Results


class Return(Op, name="kgen.return", terminator=True):
    """Leaves the function: `kgen.return %0 : index`."""

    values: Operands


class Unreachable(Op, name="kgen.unreachable", terminator=True):
    """Control never gets here: `kgen.unreachable`."""


class AddressOf(Op, name="kgen.addressof", pure=True):
    """The address of a function or global: `%0 = kgen.addressof @name`."""

    symbol: SymbolRef
    result: Result


class StructCreate(Op, name="kgen.struct.create", pure=True):
    """A struct from all its fields: `%0 = kgen.struct.create(%1, %2) : !kgen.struct<(index, i1)>`."""

    fields: Operands
    result: Result


class StructExtract(Op, name="kgen.struct.extract", pure=True):
    """Field `index` of a struct value (or element of an array value): `%0 = kgen.struct.extract %1[0]`."""

    index: int
    container: Operand
    result: Result


class StructReplace(Op, name="kgen.struct.replace", pure=True):
    """The struct with field `index` changed: `%0 = kgen.struct.replace %new, %1[0]`."""

    index: int
    value: Operand
    container: Operand
    result: Result


class StructGep(Op, name="kgen.struct.gep", pure=True):
    """The address of field `index` of the struct of type `struct` at a pointer: `%0 = kgen.struct.gep %p[1]`."""

    struct: Type
    index: int
    pointer: Operand
    result: Result


# -- ownership: present from elaboration until `elab/lifetimes.py` has run on the function ----------


class Var(Op, name="kgen.var"):
    """An owned stack slot: `%x = kgen.var "x" {type = index} : !kgen.pointer<none>`. It starts uninitialised unless `initialized`.

    `type`: what it holds. `destroy`: the function `(pointer) -> ()` that ends the value's life, or None when nothing
    needs to run. `parts`: () or one entry per field of the value, (destroy, parts) each, where fields are initialised
    or moved one by one. `pointer` (optional operand): the slot is this memory (an owned argument) instead of a new one.
    `name` "" is a temporary. `must_end_initialized`: an `out` argument: every normal return must leave it initialised,
    and it is not destroyed there. `linear`: it has no destructor and must be moved away: dropping it is an error,
    `linear` being the text of the reason.
    """

    name: str
    type: Type
    destroy: SymbolRef | None
    parts: tuple[object, ...]
    initialized: bool
    must_end_initialized: bool
    linear: str
    pointer: Operands
    result: Result


class VarClear(Op, name="kgen.var.clear"):
    """From here to the next `kgen.var.init` of the slot (or of the field at `path`) it is written: what it held has ended.

    `kgen.var.clear %x[0]`
    """

    path: tuple[int, ...]
    variable: Operand


class VarInit(Op, name="kgen.var.init"):
    """The slot (or the field at `path`) holds a value: the ops before have written it. It held none.

    `kgen.var.init %x[0]`
    """

    path: tuple[int, ...]
    assign: bool
    variable: Operand


class VarMove(Op, name="kgen.var.move"):
    """The value of the slot (or of the field at `path`) was given away by the ops before; reading it later is an error.

    `kgen.var.move %x`
    """

    path: tuple[int, ...]
    variable: Operand


class VarUse(Op, name="kgen.var.use"):
    """Keeps the slot (or field) alive until here: it was read, changed, borrowed, or something that refers to it was used.

    The slot must be full here, unless the use is `soft`: something that may refer to it is used (`holder`, if that is a
    variable), and if its value was moved away meanwhile, nothing is kept. If it certainly `refers` to it, the slot
    must not be without its value.

    `kgen.var.use %x[0, 1]`
    """

    path: tuple[int, ...]
    soft: bool
    refers: bool
    variable: Operand
    holder: Operands


class VarUseAll(Op, name="kgen.var.use_all"):
    """A soft use of every slot in sight: something that may refer to any of them was used.

    `kgen.var.use_all`
    """


class VarCopy(Op, name="kgen.var.copy"):
    """Makes a copy of the value of the slot (or of the field at `path`) in fresh memory.

    `kgen.var.copy %x, %p {copy = @copy, move = @move, size = 8}`

    `copy` and `move` are functions `(source, destination) -> ()`; None means that the bytes are enough, `size` of them.
    Where the slot's value ends right after the copy, it is moved instead.
    """

    path: tuple[int, ...]
    copy: SymbolRef | None
    move: SymbolRef | None
    size: int
    variable: Operand
    destination: Operand


class VarTake(Op, name="kgen.var.take"):
    """Moves the value of the slot (or of the field at `path`) to fresh memory; the slot is left empty.

    `kgen.var.take %x, %p {move = @move, size = 8}`
    """

    path: tuple[int, ...]
    move: SymbolRef | None
    size: int
    variable: Operand
    destination: Operand


class VarDestroy(Op, name="kgen.var.destroy"):
    """Ends the value of the slot (or of the field at `path`): the slot's `destroy`, or those of `parts`. It is empty then.

    `kgen.var.destroy %x[1]`
    """

    path: tuple[int, ...]
    variable: Operand
