"""`__mlir_type`, `__mlir_attr` and `__mlir_op`: raw IR types, constants and ops in source code."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any

from ember.dialects import instruction_targets, kgen, lit, pop
from ember.dialects import types as t
from ember.dialects.constants import text_of
from ember.dialects.intrinsics import evaluate_intrinsic
from ember.dialects.layout import size_of
from ember.elab.builtins.instructions import note_origin
from ember.elab.builtins.raw_op_checks import check_raw_op
from ember.elab.instances.call_sites import location_text
from ember.elab.model.frame import Frame
from ember.elab.model.types import (
    DEFERRED,
    ClosureT,
    Const,
    Deferred,
    Hole,
    MlirT,
    ParamValue,
    SourceType,
    spell,
)
from ember.elab.model.values import Argument, Known, Rvalue, Val
from ember.elab.resolution.conversions import FunctionValueT
from ember.elab.type_facts.archetypes import OPAQUE, depends_on_values, is_unknown
from ember.elab.type_facts.facts import PackT
from ember.ir.nodes import REGISTRY, Op, Value
from ember.ir.text_values import split_list
from ember.support.dtype import BY_NAME, DType
from ember.support.patterns import lazy
from ember.support.target import described_target

if TYPE_CHECKING:
    from ember.elab.elaborator import Program

_INDEX_OPS = {
    "add": "pop.add", "sub": "pop.sub", "mul": "pop.mul", "divs": "pop.div", "divu": "pop.div", "rems": "pop.rem",
    "remu": "pop.rem", "floordivs": "pop.floordiv", "and": "pop.and", "or": "pop.or", "xor": "pop.xor",
    "shl": "pop.shl", "shrs": "pop.shr", "shru": "pop.shr", "maxs": "pop.max", "mins": "pop.min",
    "maxu": "pop.max", "minu": "pop.min",
}  # fmt: skip
_CALLS_OF_C = ("pop.external_call", "kgen.call_indirect")
_RENAMED = {
    "pop.simd.and": "pop.and",
    "pop.simd.or": "pop.or",
    "pop.simd.xor": "pop.xor",
    "pop.cast_to_builtin": "pop.cast",
    "pop.cast_from_builtin": "pop.cast",
    "index.casts": "pop.cast",
    "index.castu": "pop.cast",
    "pop.pointer.bitcast": "pop.pointer.cast",
    "kgen.pointer.bitcast": "pop.pointer.cast",
}
_PREDICATES = {
    "slt": "lt",
    "sle": "le",
    "sgt": "gt",
    "sge": "ge",
    "ult": "lt",
    "ule": "le",
    "ugt": "gt",
    "uge": "ge",
}
_ARGUMENTS = {"!pop.scalar": 1, "!pop.simd": 2, "!pop.array": 2, "!kgen.pack": 1}
"""How many arguments types have at least."""
_MOST_LANES = 1 << 15
_SIMULATED_PREFIX = "llvm.nvvm."
_INTEGER = lazy(r"^\s*(-?\d+)\s*(?::\s*(.*))?$")
_WIDTH = lazy(r"i[1-9]\d{0,5}")
_FLOAT = lazy(r"^\s*(-?\d+\.\d*(?:[eE][-+]?\d+)?|nan|-?inf)\s*(?::\s*(.*))?$")


# -- types -----------------------------------------------------------------------------------------


def mlir_type(frame: Frame, parts: tuple[Any, ...], values: list[Val]) -> ParamValue:
    """`__mlir_type.…` with parameter values spliced into its text."""
    params = [frame.program.comptime.param_value(frame, v) for v in values]
    if any(isinstance(p, (Hole, Deferred)) for p in params):
        return DEFERRED
    if any(map(depends_on_values, params)):
        return MlirT(OPAQUE)
    text, sources = _spliced(parts, params)
    return parse_type(frame, text, sources)


def _spliced(parts: tuple[Any, ...], params: list[ParamValue]) -> tuple[str, list[ParamValue]]:
    """The text with parameters written in: numbers and dtypes as text, types as `$n`."""
    pieces: list[str] = []
    sources: list[ParamValue] = []
    remaining = iter(params)
    for part in parts:
        if part is not None:
            pieces.append(part.decode() if isinstance(part, bytes) else str(part))
            continue
        value = next(remaining)
        if isinstance(value, Const):
            pieces.append(_constant_text(value))
        else:
            pieces.append(f"${len(sources)}")
            sources.append(value)
    return "".join(pieces), sources


def _constant_text(value: Const) -> str:
    raw = value.raw
    while isinstance(raw, tuple) and len(raw) == 1:
        raw = raw[0]
    if isinstance(raw, DType):
        return raw.name
    if isinstance(raw, bytes):
        return raw.decode()
    return str(raw).lower() if isinstance(raw, bool) else str(raw)


def parse_type(frame: Frame, text: str, sources: list[ParamValue]) -> SourceType:
    text = text.strip()
    if _is_source(text):
        found = frame.program.members.as_type(_source(frame, text, sources))
        if not isinstance(found, SourceType):
            frame.fail("not-a-type", f"'{spell(found)}' is not a type")
        return found
    head, _, rest = text.partition("<")
    inner = rest.rpartition(">")[0]
    arguments = split_list(inner)
    if rest and not rest.endswith(">") or len(arguments) < _ARGUMENTS.get(head, 0):
        frame.fail("invalid-mlir", f"'{text}' is not a type the compiler knows")
    if text == "index":
        return MlirT(t.INDEX)
    if text in BY_NAME and text.startswith(("si", "ui")) or _WIDTH.fullmatch(text):
        return _integer_type(text)
    if text in ("f16", "bf16", "f32", "f64"):
        return MlirT(t.scalar(BY_NAME[text]))
    if head in ("!kgen.pointer", "!lit.ref", "!pop.pointer"):
        space = int(arguments[1]) if len(arguments) > 1 and arguments[1].strip().isdigit() else 0
        return MlirT(t.PointerType(space))
    if head == "!pop.scalar":
        return MlirT(t.scalar(_dtype(frame, arguments[0])))
    if head == "!pop.simd":
        return MlirT(t.SimdType(_lanes(frame, arguments[0]), _dtype(frame, arguments[1])))
    if head == "!pop.array":
        element = parse_type(frame, arguments[1], sources)
        ir = t.ArrayType(_count(frame, arguments[0]), frame.program.facts.ir_type(element))
        return frame.program.types.intern(MlirT(ir, element))
    if head == "!kgen.pack":
        elements = _source(frame, arguments[0].strip(), sources)
        if not isinstance(elements, tuple):
            frame.fail("invalid-mlir", f"'{text}' is not a pack of types")
        return frame.program.types.intern(PackT(elements))
    if head in ("!kgen.struct", "!pop.union"):
        pack = inner.strip("() ")
        spliced = _source(frame, pack, sources) if _is_source(pack) else None
        if isinstance(spliced, tuple) and head == "!kgen.struct":
            return frame.program.types.intern(PackT(spliced))
        types = (
            list(spliced)
            if isinstance(spliced, tuple)
            else [parse_type(frame, a, sources) for a in split_list(pack)]
        )
        lowered = tuple(frame.program.facts.ir_type(x) for x in types)
        return MlirT(t.StructType(lowered) if head == "!kgen.struct" else t.UnionType(lowered))
    if head.startswith("!"):
        return MlirT(t.NamedType(head[1:]))
    frame.fail("invalid-mlir", f"'{text}' is not a type the compiler knows")


def _source(frame: Frame, text: str, sources: list[ParamValue]) -> ParamValue:
    """What `$2` stands for: the third value that was spliced in."""
    number = int(text[1:]) if _is_source(text) and len(text) < 8 else len(sources)
    if number >= len(sources):
        frame.fail("invalid-mlir", f"'{text}' is not a type the compiler knows")
    return sources[number]


def _integer_type(text: str) -> SourceType:
    if text[0] == "i":
        return MlirT(t.IntegerType(int(text[1:])))
    return MlirT(t.scalar(BY_NAME[text]))


def _dtype(frame: Frame, text: str) -> DType:
    found = BY_NAME.get(text.strip())
    if found is None:
        found = next((d for d in BY_NAME.values() if d.source_name == text.strip()), None)
    if found is None or found.kind == "invalid":
        frame.fail("invalid-mlir", f"'{text.strip()}' is not an element type")
    return found


def _lanes(frame: Frame, text: str) -> int:
    count = _count(frame, text)
    if count.bit_count() != 1 or count > _MOST_LANES:
        frame.fail(
            "invalid-parameters",
            f"a SIMD vector cannot have {count} lanes; their number is a power of two,"
            f" {_MOST_LANES} at most",
        )
    return count


def _count(frame: Frame, text: str) -> int:
    try:
        count = int(text)
    except ValueError:
        frame.fail("invalid-mlir", f"'{text}' is not a number of elements")
    if count < 0 or count > 1 << 40:
        frame.fail("invalid-mlir", f"{count} is not a possible number of elements")
    return count


# -- attributes ------------------------------------------------------------------------------------


def mlir_attribute(frame: Frame, parts: tuple[Any, ...], values: list[Val]) -> ParamValue:
    """`__mlir_attr.…`: a constant."""
    params = [frame.program.comptime.param_value(frame, v) for v in values]
    if any(isinstance(p, (Hole, Deferred)) for p in params):
        return DEFERRED
    if any(map(is_unknown, params)):
        return DEFERRED
    text, sources = _spliced(parts, params)
    return _constant(frame, text.strip(), sources)


def _constant(frame: Frame, text: str, sources: list[ParamValue]) -> ParamValue:
    if text in ("true", "false"):
        return Const(MlirT(t.I1), text == "true")
    if text in ("unit", "#kgen.none", "#kgen.none : !kgen.none"):
        return Const(MlirT(t.NONE), ())
    if text.startswith('"'):
        return Const(MlirT(t.STRING), text[1 : text.rindex('"')].encode())
    value, _, type_text = text.rpartition(":")
    type_text = type_text.strip()
    if type_text == "!kgen.dtype":
        name = value.strip().removeprefix("#kgen.dtype.constant<").removesuffix(">")
        return Const(MlirT(t.DTYPE), _dtype(frame, name))
    if text.startswith("#kgen.dtype.constant<"):
        return Const(MlirT(t.DTYPE), _dtype(frame, text.split("<")[1].rstrip("> ")))
    simd = re.fullmatch(r'#pop[.<]simd<"?([^">]*)"?>\s*:\s*(.*)', text)
    if simd is not None:
        type = parse_type(frame, simd.group(2), sources)
        return Const(type, _number(simd.group(1)))
    if text.startswith("#kgen.target<"):
        return _target(frame, text)
    integer = _INTEGER.match(text)
    if integer is not None:
        type = parse_type(frame, integer.group(2) or "index", sources)
        raw: Any = int(integer.group(1))
        if isinstance(type, MlirT) and type.ir is t.I1:
            raw = bool(raw)
        return Const(type, raw)
    number = _FLOAT.match(text)
    if number is not None:
        return Const(parse_type(frame, number.group(2) or "f64", sources), float(number.group(1)))
    if text.startswith("!"):
        return parse_type(frame, text, sources)
    frame.fail("invalid-mlir", f"'{text}' is not a constant the compiler knows")


def _target(frame: Frame, text: str) -> ParamValue:
    """`#kgen.target<triple = "…", arch = "…", …>`; with `simulated = true` this machine plays the part."""
    found = dict(re.findall(r'(\w+)\s*=\s*"?([^",>]*(?:,[+-][^",>]*)*)"?', text))
    try:
        target = described_target(found, frame.program.target)
    except ValueError as problem:
        frame.fail("unknown-target", f"'{text}' is not a target: {problem}")
    return Const(MlirT(t.NamedType("kgen.target")), target)


def _number(text: str) -> Any:
    try:
        return int(text)
    except ValueError:
        return float(text)


# -- operations ------------------------------------------------------------------------------------


def mlir_operation(frame: Frame, op: lit.MlirOp, values: list[Val]) -> Val:
    """`__mlir_op.…`: one raw op."""
    keys: tuple[str, ...] = op.attrs["attr_keys"]
    attrs = {k: _attribute_value(frame, v) for k, v in zip(keys, values, strict=False)}
    wanted = attrs.pop("_type", None)
    attrs.pop("_properties", None)
    operands = _operands(frame, op, values[len(keys) :])
    name = op.attrs["operation"]
    if name == "kgen.compile_offload":
        return frame.program.offload.compile(frame, attrs, wanted)
    if name == "kgen.link_offload":
        return frame.program.offload.link(frame, attrs)
    special = _special(frame, name, attrs, operands, values[len(keys) :], wanted)
    if special is not None:
        return special
    target = frame.program.target
    if target.simulates and name == "pop.inline_asm" and attrs["assembly"]:
        frame.fail("not-simulated", "the simulated device cannot execute a GPU's assembly")
    if name == "pop.call_llvm_intrinsic" and not attrs["name"].startswith("llvm."):
        message = f"'{attrs['name']}' is not an LLVM intrinsic: their names begin with 'llvm.'"
        frame.fail("unknown-intrinsic", message)
    if name == "pop.call_llvm_intrinsic" and target.simulates:
        simulated = _simulated(frame, attrs["name"], operands, wanted)
        if simulated is not None:
            return simulated
    if name == "pop.call_llvm_intrinsic":
        need = instruction_targets.missing(attrs["name"], target.arch, target.cpu)
        if need is not None:
            model = target.cpu if target.is_gpu else target.arch
            message = f"'{attrs['name']}' needs {need}, but this code is for {model}"
            frame.fail("missing-instruction", message)
    if name in ("pop.call_llvm_intrinsic", "pop.inline_asm"):
        note_origin(frame, attrs)
    name, attrs = _renamed(name, attrs)
    cls = REGISTRY.get(name)
    if cls is None or name.startswith(("lit.", "hlcf.", "kgen.var")):
        frame.fail("invalid-mlir", f"the compiler has no operation '{name}'")
    raw = [v for _, v in operands]
    if len(raw) < len(cls.operand_names) and "operands" not in cls.variadic_groups:
        frame.fail("invalid-mlir", f"'{name}' needs {len(cls.operand_names)} operands")
    if cls is pop.AtomicCmpXchg:
        return _pair(frame, _emit(frame, cls, raw, (raw[1].type, t.I1), attrs))
    result = _result_type(frame, name, attrs, operands, wanted)
    if result is None:
        _emit(frame, cls, raw, (), attrs)
        return Known(frame.program.comptime.none())
    ir_type = frame.program.facts.ir_type(result)
    if ir_type is t.NONE:
        _emit(frame, cls, raw, (), attrs)
        return Rvalue(result, frame.constant((), t.NONE))
    if cls.is_pure:
        return Rvalue(result, _emit(frame, cls, raw, (ir_type,), attrs)[0])
    if not frame.program.facts.is_register(result):
        frame.fail("invalid-mlir", f"'{name}' cannot give a value of type '{spell(result)}'")
    if name == "pop.call_llvm_intrinsic" and not attrs.get("has_side_effects"):
        folded = _fold_intrinsic(frame, attrs["name"], raw, ir_type)
        if folded is not None:
            return Rvalue(result, folded)
    return Rvalue(result, _emit(frame, cls, raw, (ir_type,), attrs)[0])


def _emit(
    frame: Frame,
    cls: type[Op],
    operands: list[Value],
    results: tuple[t.Type, ...],
    attrs: dict[str, Any],
) -> list[Value]:
    """Appends an op if it takes what it is given; a pure one of constants is its value."""
    op = cls(operands, results, attrs, (), frame.loc)
    check_raw_op(frame.program, frame, op)
    return frame.pure_clone(op)


def _pair(frame: Frame, results: list[Value]) -> Val:
    """Several results as one struct, for `kgen.struct.extract` to take apart."""
    type = t.StructType(tuple(result.type for result in results))
    return Rvalue(MlirT(type), frame.pure(kgen.StructCreate, results, type))


def _simulated(
    frame: Frame, name: str, operands: list[tuple[SourceType, Value]], wanted: Any
) -> Val | None:
    """What a GPU's intrinsic does on a simulated device: a function of the library's simulator."""
    if not name.startswith(_SIMULATED_PREFIX):
        return None
    plain = name.removeprefix(_SIMULATED_PREFIX).replace(".", "_")
    function = frame.program.library.simulated_instruction(plain)
    if function is None:
        frame.fail("not-simulated", f"the simulated device has no '{name}'")
    signature = frame.program.signatures.with_holes(function.decls[0], None)
    if len(signature.args) != len(operands):
        frame.fail("invalid-mlir", f"'{name}' takes {len(signature.args)} operands")
    arguments = [
        Argument(Rvalue(arg.type, _as_type(frame, value, arg.type, f"'{name}' takes")))
        for arg, (_, value) in zip(signature.args, operands, strict=True)
    ]
    if frame.program.sim_check:
        _note_place(frame)
    result = frame.program.call_function(frame, function, arguments)
    if not isinstance(wanted, SourceType) or frame.program.is_nothing(wanted):
        return Known(frame.program.comptime.none())
    ssa = frame.program.conversions.ssa(frame, result)
    return Rvalue(wanted, _as_type(frame, ssa, wanted, f"'{name}' cannot give"))


def _note_place(frame: Frame) -> None:
    """Tells the checks of the simulator where the program is, in case the instruction that follows goes wrong."""
    if frame.function.attrs.get("inline") == "always":
        frame.function.set_attr("call_sites", True)
        text = frame.emit(kgen.CallSite, (), (t.STRING,)).results[0]
    else:
        location = location_text(frame.loc)
        text = frame.constant(os.fsencode(location), t.STRING)
    argument = Argument(Rvalue(MlirT(t.STRING), text))
    frame.program.call_function(frame, frame.program.library.note_place, [argument])


def _as_type(frame: Frame, value: Value, type: SourceType, why: str) -> Value:
    """The same bits where two types differ only in how they are called; `why` begins the message if they differ more."""
    ir_type = frame.program.facts.ir_type(type)
    if value.type is ir_type:
        return value
    if isinstance(value.type, t.PointerType) and isinstance(ir_type, t.PointerType):
        return frame.pure(pop.PointerCast, (value,), ir_type)
    types = (value.type, ir_type)
    if any(not isinstance(each, (t.SimdType, t.IntegerType, t.IndexType)) for each in types) or (
        size_of(value.type) != size_of(ir_type)
    ):
        frame.fail("invalid-mlir", f"{why} a '{spell(type)}' here")
    return frame.pure(pop.Bitcast, (value,), ir_type)


def _fold_intrinsic(frame: Frame, name: str, operands: list[Value], type: t.Type) -> Value | None:
    raws = []
    for operand in operands:
        if not isinstance(operand.owner, kgen.Constant):
            return None
        raws.append(operand.owner.attrs["value"])
    if not raws:
        return None
    found = evaluate_intrinsic(name, raws, [o.type for o in operands], type)
    return frame.constant(found, type) if found is not None else None


def _attribute_value(frame: Frame, value: Val) -> Any:
    param = frame.program.comptime.param_value(frame, value)
    if isinstance(param, Const):
        text = text_of(param.raw)
        if text is not None:
            return text.decode()
        raw = param.raw
        while isinstance(raw, tuple) and len(raw) == 1:
            raw = raw[0]
        return raw
    if isinstance(param, tuple):
        return tuple(_attribute_value(frame, Known(p)) for p in param)
    return param


def _operands(frame: Frame, op: lit.MlirOp, values: list[Val]) -> list[tuple[SourceType, Value]]:
    unpack = op.attrs.get("unpack") or ("",) * len(values)
    spread: list[Val] = []
    for value, star in zip(values, unpack, strict=True):
        if star:
            pack = frame.program.callables.spread(frame, [Argument(value, "", star)])
            spread += [argument.value for argument in pack]
        else:
            spread.append(value)
    if op.attrs["operation"] in _CALLS_OF_C:
        spread = [_for_c(frame, value) for value in spread]
    return [_operand(frame, value) for value in spread]


def _for_c(frame: Frame, value: Val) -> Val:
    """What C gets for a value: what its method `__c_value__` gives, if it has one."""
    value = frame.program.conversions.settle(frame, value)
    method = frame.program.members.method(frame, value, "__c_value__")
    return value if method is None else frame.program.call(frame, method, [])


def _operand(frame: Frame, value: Val) -> tuple[SourceType, Value]:
    conversions = frame.program.conversions
    value = conversions.settle(frame, value)
    if isinstance(value, Known) and isinstance(value.value, Const):
        type = value.value.type
        return type, conversions.ssa(frame, value)
    runtime = conversions.runtime(frame, value)
    if isinstance(runtime.type, (ClosureT, FunctionValueT)):  # C is given its address
        signature = frame.program.callables.function_type(runtime.type)
        assert signature is not None
        pointer = frame.program.callables.as_pointer(frame, runtime, signature)
        assert isinstance(pointer, Rvalue)
        runtime = pointer
    return runtime.type, conversions.ssa(frame, runtime)


def _renamed(name: str, attrs: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    if name.startswith("index.") and name[6:] in _INDEX_OPS:
        name = _INDEX_OPS[name[6:]]
    elif name == "index.cmp":
        name = "pop.cmp"
    name = _RENAMED.get(name, name)
    attrs = dict(attrs)
    predicate = attrs.pop("pred", attrs.get("predicate"))
    if predicate is not None:
        text = re.sub(r"^#.*<(?:cmp_predicate\s+)?(\w+)>$", r"\1", str(predicate))
        attrs["predicate"] = _PREDICATES.get(text, text)
    for key, value in list(attrs.items()):
        if key in ("element", "type", "struct") and value is None:
            attrs.pop(key)
    return name, attrs


def _special(
    frame: Frame,
    name: str,
    attrs: dict[str, Any],
    operands: list[tuple[SourceType, Value]],
    values: list[Val],
    wanted: Any,
) -> Val | None:
    for key in ("element", "type", "struct"):
        if isinstance(attrs.get(key), SourceType):
            attrs[key] = frame.program.facts.ir_type(attrs[key])
    if name == "kgen.struct.gep":
        elements = getattr(attrs.get("struct"), "elements", ())
        if not 0 <= int(attrs.get("index", 0)) < len(elements):
            count = len(elements)
            frame.fail(
                "index-out-of-range", f"there is no element {attrs.get('index')} among {count}"
            )
    if name == "index.constant":
        return Rvalue(MlirT(t.INDEX), frame.index(int(attrs["value"])))
    if name in ("pop.cast_to_builtin", "pop.cast_from_builtin") and wanted is None:
        frame.fail("missing-type", f"'{name}' needs a '_type'")
    if name in ("pop.external_call", "pop.call_llvm_intrinsic"):
        _callee_attributes(name, attrs)
    if name == "kgen.call_indirect":
        attrs["signature"] = _signature_of(frame.program, operands[1:], wanted)
    return None


def _signature_of(
    program: Program, operands: list[tuple[SourceType, Value]], wanted: Any
) -> t.FunctionType:
    """The type of a function that takes these operands."""
    result = program.facts.ir_type(wanted) if isinstance(wanted, SourceType) else t.NONE
    results = () if result is t.NONE else (result,)
    return t.FunctionType(tuple(value.type for _, value in operands), results)


def _callee_attributes(name: str, attrs: dict[str, Any]) -> None:
    for old in ("func", "intrin", "callee"):
        if old in attrs:
            attrs["name"] = attrs.pop(old)
    attrs["name"] = str(attrs["name"])
    if name == "pop.external_call":
        attrs.setdefault("fixed", -1)
    if "hasSideEffects" in attrs:
        attrs["has_side_effects"] = attrs.pop("hasSideEffects")


def _result_type(
    frame: Frame,
    name: str,
    attrs: dict[str, Any],
    operands: list[tuple[SourceType, Value]],
    wanted: Any,
) -> SourceType | None:
    """The source type of an op's result: as asked for, or by the op's own rule."""
    if isinstance(wanted, SourceType):
        return wanted
    if wanted is not None and wanted != "none":
        frame.fail("invalid-mlir", f"'{spell(wanted)}' is not a type")
    if name in ("pop.store", "pop.memcpy", "pop.memset", "pop.fence", "kgen.unreachable"):
        return None
    if name == "pop.cmp":
        first = operands[0][1].type
        if isinstance(first, t.SimdType):
            return MlirT(t.SimdType(first.width, BY_NAME["bool"]))
        return MlirT(t.I1)
    fixed: dict[str, t.Type] = {
        "pop.offset": operands[0][1].type if operands else t.POINTER,
        "pop.stack_allocation": t.POINTER,
        "pop.pointer_to_index": t.INDEX,
        "pop.index_to_pointer": t.POINTER,
        "pop.string.address": t.POINTER,
        "pop.string.size": t.INDEX,
        "pop.dtype.to_ui8": t.BYTE,
        "pop.dtype.from_ui8": t.DTYPE,
        "kgen.struct.gep": t.POINTER,
        "kgen.addressof": t.POINTER,
    }
    if name in fixed:
        return MlirT(fixed[name])
    if name in ("pop.simd.extractelement", "pop.simd.reduce"):
        vector = operands[0][1].type
        if isinstance(vector, t.SimdType):
            return MlirT(t.scalar(vector.dtype))
        return MlirT(vector)  # not a vector: said when the op is checked
    if name in ("pop.external_call", "pop.call_llvm_intrinsic", "pop.inline_asm"):
        return None
    if name == "pop.select":
        return MlirT(operands[1][1].type)
    if name == "kgen.struct.extract":
        return _element_type(frame, operands[0], attrs)
    if not operands:
        frame.fail("missing-type", f"'{name}' needs a '_type'")
    return MlirT(operands[0][1].type)


def _element_type(
    frame: Frame, operand: tuple[SourceType, Value], attrs: dict[str, Any]
) -> SourceType:
    type = operand[1].type
    index = attrs.get("index", 0)
    if isinstance(type, t.StructType) and isinstance(index, int) and index < len(type.elements):
        return MlirT(type.elements[index])
    if isinstance(type, t.ArrayType):
        return MlirT(type.element)
    frame.fail("invalid-mlir", "this value has no such element")


def _is_source(text: str) -> bool:
    """Whether a text is the place of a parameter: `$3`."""
    return text.startswith("$") and text[1:].isdecimal()
