"""`kgen`: functions, calls, constants, aggregates and ownership: the frame of concrete code.

Calling convention (made by the elaborator, relied on by every later stage): an argument is either a value of its IR
type (register types passed by value) or a `!kgen.pointer` to it. A function that raises returns `i1` first (1 = an
error was stored through its error pointer argument, which is the last one); a result of memory type is stored through
a pointer argument that stands before the error pointer. All other results are plain results.

Compile-time values are plain Python objects (see `constants.py`): int, float, bool, tuple for lanes and fields, bytes
for strings, `SymbolRef` for functions and globals, None for null.
"""

from __future__ import annotations

from ember.dialects import comptime, kgen_text, meanings
from ember.dialects import type_rules as rules
from ember.dialects.types import POINTER, FunctionType, Type
from ember.ir.nodes import Body, Op, Operand, Operands, Result, Results, SymbolRef


class Module(
    Op,
    name="kgen.module",
    module=True,
    symbols=True,
    isolated=True,
    spellings=("module", "builtin.module"),
):
    """Everything that is compiled together: `kgen.module { … }` with kgen.func, kgen.global."""

    body: Body


def _is_whole(op: Op) -> str | None:
    signature = op.attrs.get("type")
    if not isinstance(op.attrs.get("name"), str) or not isinstance(signature, FunctionType):
        return "needs a name and a type"
    body = op.regions[0]
    if op.attrs.get("is_declaration"):
        return None if body.is_empty else "is a declaration but has a body"
    if tuple(arg.type for arg in body.args) != signature.inputs:
        return f"has a body whose arguments do not fit {signature}"
    last = body.last
    if signature.results and (last is None or not (last.is_terminator or last.regions)):
        return "gives results, but control reaches the end of its body"
    return None


class Func(
    Op,
    name="kgen.func",
    form=kgen_text.FUNCTION,
    function=True,
    isolated=True,
    spellings=("func.func",),
    place=_is_whole,
):
    """A concrete function: `kgen.func @name(%a: index) -> index { … }`. An empty body with `is_declaration` is external.

    `linkage`: "internal", "export" (C name, visible) or "weak" (several objects of a program may have
    it, nobody else sees it). `inline`: "", "always", "never", or "as-written": never,
    and LLVM does not optimise it.
    """

    name: str
    type: FunctionType
    linkage: str
    inline: str
    is_declaration: bool
    source_name: str  # for debuggers and backtraces
    body: Body


class Global(
    Op,
    name="kgen.global",
    form=kgen_text.GLOBAL,
):
    """A named piece of memory holding `value`: `kgen.global @name : T = <…>`. `value` None means zeroes."""

    name: str
    type: Type
    value: object
    constant: bool
    linkage: str
    alignment: int


class Constant(
    Op,
    name="kgen.param.constant",
    pure=True,
    form=kgen_text.CONSTANT,
    spellings=("index.constant",),
    check=rules.constant,
    meaning=meanings.constant,
    comptime=comptime.constant,
):
    """A compile-time value: `%0 = kgen.param.constant = <5> : index`."""

    value: object
    result: Result


class Undefined(
    Op,
    name="kgen.undefined",
    pure=True,
    form="{attrs}{:results}",
    comptime=comptime.undefined,
):
    """Any value of the type; reading it is the program's mistake: `%0 = kgen.undefined : index`."""

    result: Result


class IsCompileTime(
    Op,
    name="kgen.is_compile_time",
    pure=True,
    form="{attrs}{:results}",
    comptime=comptime.is_compile_time,
):
    """Whether the compiler itself runs the function, which native code does not: `%0 = kgen.is_compile_time : !pop.scalar<bool>`."""

    result: Result


class CallSite(Op, name="kgen.call_site"):
    """Where the function was called from, as text `file:line:col`: `%0 = kgen.call_site : !kgen.string`.

    Stands in functions that are always inlined, until they are: then it is a constant.
    """

    result: Result


class Call(
    Op,
    name="kgen.call",
    form=" {callee}({arguments}){attrs}{:signature}",
    spellings=("call", "func.call"),
    symbol="callee",
    symbol_check=rules.fits_function,
    comptime=comptime.call,
):
    """`%0 = kgen.call @callee(%1) : (index) -> index`."""

    callee: SymbolRef
    arguments: Operands
    results_: Results


class ParamDeclare(
    Op,
    name="kgen.param.declare",
    form=kgen_text.DECLARATION,
):
    """A name for a compile-time value: `kgen.param.declare nvptx: target = <#kgen.target<triple = "nvptx64-nvidia-cuda">>`."""

    name: str
    kind: str
    value: object


class CompileOffload(
    Op,
    name="kgen.compile_offload",
    form=kgen_text.OFFLOAD,
    comptime=comptime.offload,
):
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


class CallIndirect(
    Op,
    name="kgen.call_indirect",
    form=" {callee}({arguments}){attrs}{:signature}",
    check=rules.call_indirect,
    comptime=comptime.call_indirect,
):
    """Calls through a function pointer: `%0 = kgen.call_indirect %f(%1) : (index) -> index`. `signature` is the FunctionType."""

    signature: FunctionType
    callee: Operand
    arguments: Operands
    results_: Results


def _fits_its_function(op: Op) -> str | None:
    around = op.parent_op
    while around is not None and not isinstance(around, Func):
        around = around.parent_op
    signature = around.attrs.get("type") if around is not None else None
    given = tuple(v.type for v in op.operands)
    if isinstance(signature, FunctionType) and given != signature.results:
        return f"gives ({', '.join(map(str, given))}) in a function of type {signature}"
    return None


class Return(
    Op,
    name="kgen.return",
    terminator=True,
    form="{ values}{attrs}{:types values}",
    spellings=("return", "func.return"),
    place=_fits_its_function,
    comptime=comptime.by("return_"),
):
    """Leaves the function: `kgen.return %0 : index`."""

    values: Operands


class Unreachable(
    Op,
    name="kgen.unreachable",
    terminator=True,
    comptime=comptime.unreachable,
):
    """Control never gets here: `kgen.unreachable`."""


class AddressOf(
    Op,
    name="kgen.addressof",
    pure=True,
    form=" {symbol}{attrs}{:results?}",
    results=rules.always(POINTER),
    check=rules.gives_pointer,
    symbol="symbol",
    meaning=meanings.address_of,
    comptime=comptime.address_of,
):
    """The address of a function or global: `%0 = kgen.addressof @name`."""

    symbol: SymbolRef
    result: Result


class StructCreate(
    Op,
    name="kgen.struct.create",
    pure=True,
    form="({fields}){attrs}{:results}",
    check=rules.struct_create,
    meaning=meanings.struct_create,
    comptime=comptime.by("struct_create"),
):
    """A struct from all its fields: `%0 = kgen.struct.create(%1, %2) : !kgen.struct<(index, i1)>`."""

    fields: Operands
    result: Result


class StructExtract(
    Op,
    name="kgen.struct.extract",
    pure=True,
    form=" {container}[{index}]{attrs}{:results?}",
    results=rules.element_type,
    check=rules.field_access,
    meaning=meanings.struct_extract,
    meaning_key=meanings.field_index,
    comptime=comptime.by("struct_extract"),
):
    """Field `index` of a struct value (or element of an array value): `%0 = kgen.struct.extract %1[0]`."""

    index: int
    container: Operand
    result: Result


class StructReplace(
    Op,
    name="kgen.struct.replace",
    pure=True,
    form=" {value}, {container}[{index}]{attrs}{:results?}",
    results=rules.same_as(1),
    check=rules.field_access,
    meaning=meanings.struct_replace,
):
    """The struct with field `index` changed: `%0 = kgen.struct.replace %new, %1[0]`."""

    index: int
    value: Operand
    container: Operand
    result: Result


class StructGep(
    Op,
    name="kgen.struct.gep",
    pure=True,
    form=" {pointer}[{index}]{attrs}{:results?}",
    results=rules.same_as(0),
    check=rules.struct_gep,
    meaning=meanings.struct_gep,
    comptime=comptime.by("field_address"),
):
    """The address of field `index` of the struct of type `struct` at a pointer: `%0 = kgen.struct.gep %p[1]`."""

    struct: Type
    index: int
    pointer: Operand
    result: Result


# -- ownership: present from elaboration until `ownership/destructors.py` has run on the function ----------


class Var(Op, name="kgen.var", results=rules.always(POINTER)):
    """An owned stack slot: `%x = kgen.var "x" {type = index} : !kgen.pointer<none>`. It starts uninitialised unless `initialized`.

    `type`: what it holds. `destroy`: the function `(pointer) -> ()` that ends the value's life, or None when nothing
    needs to run. `parts`: () or one entry per field of the value, (destroy, parts) each, where fields are initialised
    or moved one by one; `guarded`: the paths of those whose destructor is the user's own. `pointer` (optional operand): the slot is this memory (an owned argument) instead of a new one.
    `name` "" is a temporary. `must_end_initialized`: an `out` argument: every normal return must leave it initialised,
    and it is not destroyed there; `lent`: it is a `mut` argument, and so it is at a return by error. `linear`: it has no destructor and must be moved away: dropping it is an error,
    `linear` being the text of the reason.
    """

    name: str
    type: Type
    destroy: SymbolRef | None
    parts: tuple[object, ...]
    guarded: tuple[object, ...]
    initialized: bool
    must_end_initialized: bool
    lent: bool
    linear: str
    pointer: Operands
    result: Result


class VarClear(Op, name="kgen.var.clear", form=" {variable}{path|path}{attrs}"):
    """From here to the next `kgen.var.init` of the slot (or of the field at `path`) it is written: what it held has ended.

    `kgen.var.clear %x[0]`
    """

    path: tuple[int, ...]
    variable: Operand


class VarInit(Op, name="kgen.var.init", form=" {variable}{path|path}{attrs}"):
    """The slot (or the field at `path`) holds a value: the ops before have written it. It held none.

    `copied`: all ops since the declaration of the slot do nothing but make it a copy.

    `kgen.var.init %x[0]`
    """

    path: tuple[int, ...]
    copied: bool
    variable: Operand


class VarMove(Op, name="kgen.var.move", form=" {variable}{path|path}{attrs}"):
    """The value of the slot (or of the field at `path`) was given away by the ops before; reading it later is an error.

    `kgen.var.move %x`
    """

    path: tuple[int, ...]
    variable: Operand


class VarUse(Op, name="kgen.var.use", form=" {variable}{path|path}{, holder}{attrs}"):
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


class OriginTake(Op, name="kgen.origin.take"):
    """From here on a holder of references (a number of its own) refers to these interiors: (variable, path) each.

    `whole`: it refers to nothing else any more. `elab/resolution/interiors.py` checks and removes these.

    `kgen.origin.take {holder = 1, origins = [[2, ["element"]]], whole = true}`
    """

    holder: int
    origins: tuple[tuple[int, tuple[int | str, ...]], ...]
    whole: bool


class OriginChange(Op, name="kgen.origin.change"):
    """A place, a variable (by its number) or a part of it, may have got another value: `kgen.origin.change {variable = 2, path = [0]}`."""

    variable: int
    path: tuple[int | str, ...]


class OriginUse(Op, name="kgen.origin.use"):
    """A holder of references is used: `kgen.origin.use {holder = 1}`."""

    holder: int


class VarCopy(Op, name="kgen.var.copy", form=" {variable}{path|path}, {destination}{attrs}"):
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


class VarTake(Op, name="kgen.var.take", form=" {variable}{path|path}, {destination}{attrs}"):
    """Moves the value of the slot (or of the field at `path`) to fresh memory; the slot is left empty.

    `kgen.var.take %x, %p {move = @move, size = 8}`
    """

    path: tuple[int, ...]
    move: SymbolRef | None
    size: int
    variable: Operand
    destination: Operand


class VarDestroy(Op, name="kgen.var.destroy", form=" {variable}{path|path}{attrs}"):
    """Ends the value of the slot (or of the field at `path`): the slot's `destroy`, or those of `parts`. It is empty then.

    `kgen.var.destroy %x[1]`
    """

    path: tuple[int, ...]
    variable: Operand
