"""Host programs as the talk on the graph compiler writes them: what is done when loading, and each step of a call as an op.

    mgp.model @model : mof {…} devices [#M.device_ref<"cpu", 0>] init (%arg0: !mgp.opaque<"weights_registry">, …) {
      %0 = grt.chain.create ()
      %1 = mgp.context.create 1
      %2 = mgp.runtime.create %0, %1[0]
      mef.output %2, %1, … : !mef.chain, !mgp.context, …
    } execute (%arg0: !mef.chain, …, %arg4: !mgp.tensor<?x?xf32>) -> (!mef.chain, !mgp.tensor<?x?xf32>) {
      %0 = mgp.tensor.extract.tensor_spec %arg4 : <?x?xf32>
      %1 = mgp.tensor_spec.get_dim[0] %0 : <?x?xf32>
      …
    }

`index.constant` is `kgen.param.constant`. Sizes are numbers here (`index`), where our own `mgp.model` has names; `graph/plan/staged.py` makes one of the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from ember.dialects.types import INDEX
from ember.ir.assembly import OwnForm
from ember.ir.nodes import Body, Op, Operand, Operands, Region, Result, ResultRule, Value
from ember.ir.reader import Reader, register_type
from ember.ir.text_values import results_text, symbol, type_text, value_text
from ember.ir.types import NamedType, Type
from ember.support.dtype import BY_NAME, DType

if TYPE_CHECKING:
    from ember.ir.parser import Draft, Parser
    from ember.ir.printer import Printer

CHAIN: Final = NamedType("mef.chain")
CONTEXT: Final = NamedType("mgp.context")
BUFFER: Final = NamedType("mgp.buffer")


class TensorType(Type):
    """A tensor of a call, whose sizes may be known only then: `!mgp.tensor<?x4xf32>`."""

    __slots__ = ()

    @property
    def dims(self) -> tuple[int | None, ...]:
        return self._parts[0]  # type: ignore[no-any-return]

    @property
    def dtype(self) -> DType:
        return self._parts[1]  # type: ignore[no-any-return]

    @property
    def inside(self) -> str:
        """`?x4xf32`."""
        return "x".join([*("?" if d is None else str(d) for d in self.dims), self.dtype.name])

    def __str__(self) -> str:
        return f"!mgp.tensor<{self.inside}>"


class SpecType(Type):
    """The sizes and the element type of such a tensor: `!mgp.tensor_spec<?x4xf32>`."""

    __slots__ = ()

    @property
    def tensor(self) -> TensorType:
        return self._parts[0]  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return f"!mgp.tensor_spec<{self.tensor.inside}>"


def _tensor(reader: Reader) -> TensorType:
    """`?x4xf32`, up to the `>`."""
    at = reader.at
    while reader.texts[reader.at] != ">" and reader.kinds[reader.at] != "end":
        reader.at += 1
    *sizes, dtype = "".join(reader.texts[at : reader.at]).split("x")
    if dtype not in BY_NAME or not all(size == "?" or size.isdigit() for size in sizes):
        reader.fail("expected sizes and an element type, as in '?x4xf32'", at=at)
    return TensorType(tuple(None if s == "?" else int(s) for s in sizes), BY_NAME[dtype])


register_type("mgp.tensor", _tensor)
register_type("mgp.tensor_spec", lambda reader: SpecType(_tensor(reader)))


def _gives(type: Type) -> ResultRule:
    def rule(operands: list[Type], attrs: Mapping[str, Any], count: int) -> list[Type]:
        return [type] * count

    return rule


# -- text that no template can say -------------------------------------------------------------------------------------


def _write_model(printer: Printer, op: Op, indent: str) -> None:
    init, execute = op.regions
    attrs = printer.attribute_dictionary(op, frozenset({"name", "devices", "output_types"}))
    head = f" {symbol(op.attrs['name'])} : mof {attrs or '{}'} devices {value_text(op.attrs['devices'])} init"
    printer.out.append(head)
    printer.print_region(init, indent)
    printer.out.append(f" execute ({printer.arguments(execute.args)}) -> {results_text(op.attrs['output_types'])}")  # fmt: skip
    printer.print_block(execute, indent)


def read_model(parser: Parser, draft: Draft) -> None:
    """`@model : mof {…} devices […] init (…) { … } execute (…) -> (…) { … }`."""
    draft.op_class = StagedModel
    name = parser.symbol()
    parser.expect(":")
    parser.expect("mof")
    attrs = parser.dictionary() if parser.texts[parser.at] == "{" else {}
    parser.expect("devices")
    devices = parser.value()
    outer = parser.values, parser.defined
    regions = []
    outputs: list[Type] = []
    for part in ("init", "execute"):
        parser.expect(part)
        parser.values, parser.defined = {}, []
        region = Region()
        parser.expect("(")
        parser.region_arguments(region)
        outputs = parser.result_types() if parser.accept("->") else []
        parser.ops_in_braces(region)
        regions.append(region)
    parser.values, parser.defined = outer
    draft.attrs = {**attrs, "name": name, "devices": devices, "output_types": tuple(outputs)}
    draft.regions = regions
    draft.result_types = []


def _write_short(printer: Printer, op: Op, indent: str) -> None:
    """` %0 : <?x4xf32>`: the operand's type, or else the result's, without its name."""
    axis = f"[{op.attrs['axis']}]" if "axis" in op.attrs else ""
    type = next(v.type for v in (*op.operands, *op.results) if isinstance(v.type, TensorType | SpecType))  # fmt: skip
    inside = type.inside if isinstance(type, TensorType) else type.tensor.inside
    printer.out.append(f"{axis} {printer.name_list(op.operands)} : <{inside}>")


def _read_short(parser: Parser, draft: Draft) -> None:
    if "axis" in draft.op_class.attr_names:
        parser.expect("[")
        draft.attrs["axis"] = parser.integer()
        parser.expect("]")
    at = parser.at
    draft.operands = parser.operand_list()
    parser.expect(":")
    parser.expect("<")
    tensor = _tensor(parser)
    parser.expect(">")
    wanted = {TensorType: tensor, SpecType: SpecType(tensor)}
    for value in draft.operands:
        if value.type.__class__ in wanted:
            parser.check_types([value], [wanted[value.type.__class__]], at)
    given: dict[type[Op], Type] = {ExtractSpec: SpecType(tensor), GetDim: INDEX, CreateSpec: SpecType(tensor), CreateTensor: tensor}  # fmt: skip
    draft.result_types = [given[draft.op_class]]


def _write_conversion(printer: Printer, op: Op, indent: str) -> None:
    value = op.operands[0]
    printer.out.append(f" {printer.name(value)} : {type_text(value.type)} to {type_text(op.results[0].type)}")  # fmt: skip


def _read_conversion(parser: Parser, draft: Draft) -> None:
    at = parser.at
    draft.operands = [parser.operand()]
    parser.expect(":")
    parser.check_types(draft.operands, [parser.type()], at)
    parser.expect("to")
    draft.result_types = [parser.type()]


_SHORT: Final = OwnForm(_write_short, _read_short)
_CONVERSION: Final = OwnForm(_write_conversion, _read_conversion)


def is_staged(parser: Parser) -> bool:
    """Whether the model whose name follows is written in this form."""
    return parser.texts[parser.at + 1] == ":"


# -- ops ---------------------------------------------------------------------------------------------------------------


class StagedModel(Op, name="mgp.staged_model", function=True, isolated=True, form=OwnForm(_write_model, read_model)):  # fmt: skip
    """A host program in the talk's form; texts also call it `mgp.model`: `mgp.staged_model @m : mof {} devices [] init () { … } execute () -> () { … }`."""

    name: str
    devices: tuple[Any, ...]
    output_types: tuple[Type, ...]
    init: Body
    execute: Body


class ChainCreate(Op, name="grt.chain.create", results=_gives(CHAIN), form=" (){:results?}"):
    """Before all steps: `%0 = grt.chain.create ()`."""

    result: Result


class ContextCreate(Op, name="mgp.context.create", results=_gives(CONTEXT), form=" {count}{:results?}"):  # fmt: skip
    """Contexts of as many devices: `%1 = mgp.context.create 1`."""

    count: int
    result: Result


class RuntimeCreate(Op, name="mgp.runtime.create", results=_gives(CHAIN), form=" {chain}, {context}[{number}]{:results?}"):  # fmt: skip
    """What runs the steps of one of them: `%2 = mgp.runtime.create %0, %1[0]`."""

    number: int
    chain: Operand
    context: Operand
    result: Result


class Output(Op, name="mef.output", terminator=True, form="{ values}{attrs}{:types values}"):
    """The end of a part, and what it gives: `mef.output %0 : !mef.chain`."""

    values: Operands


class Casts(Op, name="index.casts", pure=True, form=_CONVERSION):
    """The same number with its sign in another type: `%1 = index.casts %0 : index to si64`."""

    value: Operand
    result: Result


class FromBuiltin(Op, name="pop.cast_from_builtin", pure=True, form=_CONVERSION):
    """The same value in a type of `pop`: `%1 = pop.cast_from_builtin %0 : si64 to !pop.scalar<si64>`."""

    value: Operand
    result: Result


class _Arithmetic(Op, pure=True, results=_gives(INDEX), form=" {lhs}, {rhs}{:results?}"):
    lhs: Operand
    rhs: Operand
    result: Result


class Add(_Arithmetic, name="index.add"):
    """`%2 = index.add %0, %1`."""


class Sub(_Arithmetic, name="index.sub"):
    """`%2 = index.sub %0, %1`."""


class Mul(_Arithmetic, name="index.mul"):
    """`%2 = index.mul %0, %1`."""


class ExtractSpec(Op, name="mgp.tensor.extract.tensor_spec", pure=True, form=_SHORT):
    """The sizes of a tensor: `%0 = mgp.tensor.extract.tensor_spec %arg0 : <?x4xf32>`."""

    tensor: Operand
    result: Result


class GetDim(Op, name="mgp.tensor_spec.get_dim", pure=True, form=_SHORT):
    """One of them: `%1 = mgp.tensor_spec.get_dim[0] %0 : <?x4xf32>`."""

    axis: int
    spec: Operand
    result: Result


class CreateSpec(Op, name="mgp.tensor_spec.create", pure=True, form=_SHORT):
    """The sizes of a new tensor: `%2 = mgp.tensor_spec.create %0, %1 : <?x?xf32>`."""

    sizes: Operands
    result: Result


class Assert(Op, name="mgp.assert", results=_gives(CHAIN), form=" {chain}, {condition}{attrs}{:results?}"):  # fmt: skip
    """What must hold, or the call ends with the message: `%2 = mgp.assert %0, %1 {message = "inner sizes differ"}`."""

    message: str
    chain: Operand
    condition: Operand
    result: Result


class BufferAlloc(Op, name="mgp.buffer.alloc", results=_gives(BUFFER), form="[{size}, {device}]{:results?}"):  # fmt: skip
    """Memory of as many bytes on a device: `%2 = mgp.buffer.alloc[%0, %1]`."""

    size: Operand
    device: Operand
    result: Result


class CreateTensor(Op, name="mgp.tensor.create", form=_SHORT):
    """A tensor in memory: `%2 = mgp.tensor.create %0, %1 : <?x?xf32>`."""

    buffer: Operand
    spec: Operand
    result: Result


class Execute(Op, name="mgp.generic.execute", form=" {chain}, {operands_in_order}{attrs}{:all}"):
    """A kernel on its outputs, its inputs, and the sizes it wants: `%3 = mgp.generic.execute %0, %1, %2, %n {kernel = "relu_77ac", outputs = 1} : (!mef.chain, !mgp.tensor<?xf32>, !mgp.tensor<?xf32>, index) -> !mef.chain`."""

    kernel: str
    outputs: int
    summary: str
    chain: Operand
    operands_in_order: Operands
    result: Result


def tensors_and_sizes(op: Op) -> tuple[list[Value], list[Value]]:
    """What `mgp.generic.execute` gives a kernel: tensors, then numbers."""
    tensors = [value for value in op.operands[1:] if isinstance(value.type, TensorType)]
    return tensors, [value for value in op.operands[1:] if value.type is INDEX]
