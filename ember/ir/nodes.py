"""The IR's nodes: `Op`, `Region`, `Value`, and the `Builder` that makes them.

Control flow is structured, so a region is one list of ops. Ops are declared, not coded: a subclass of `Op` names its
operands, results, attributes and regions as annotations, and the accessors are derived from them:

    class Add(Op, name="toy.add", pure=True, results=same_as(0), check=one_type, meaning=sum_of):
        lhs: Operand
        rhs: Operand
        result: Result

The first line says everything else about the op: its text form, its rules for types, what it computes. Nothing in this
folder knows an op of a dialect by its name; what the words mean is said at the attributes of `Op`. Ops that are alike
inherit from a class without a name.

Attributes are plain Python values (int, bool, str, bytes, tuple, Type, SymbolRef). Creating an op costs a few
microseconds: hundreds of thousands are made per compile. Its dictionary of attributes is never changed, only replaced
(`set_attr`), so that an op and its copies share one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

from ember.ir.types import Type


class SymbolRef:
    """A reference to a function or global by name: `@name`."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SymbolRef) and other.name == self.name

    def __hash__(self) -> int:
        return hash(("@", self.name))

    def __repr__(self) -> str:
        return f"@{self.name}"


class Value:
    """An SSA value: the `index`-th result of an op or argument of a region (`owner`)."""

    __slots__ = ("index", "name", "owner", "type", "uses")

    def __init__(self, type: Type, owner: Op | Region, index: int, name: str | None = None) -> None:
        self.type = type
        self.owner = owner
        self.index = index
        self.name = name
        self.uses: list[Op] = []  # one entry per operand that is this value

    def replace_all_uses_with(self, other: Value) -> None:
        """Every operand that was this value becomes `other`."""
        for op in self.uses:
            operands = op.operands
            for i, operand in enumerate(operands):
                if operand is self:
                    operands[i] = other
        other.uses.extend(self.uses)
        self.uses = []


Operand: TypeAlias = Value
Operands: TypeAlias = list[Value]  # variadic: must be the last operand
Result: TypeAlias = Value
Results: TypeAlias = list[Value]  # variadic: must be the last result
Body: TypeAlias = "Region"
Bodies: TypeAlias = "list[Region]"  # variadic: must be the last region

REGISTRY: dict[str, type[Op]] = {}
"""Every declared op by its name; importing a dialect module fills it."""

SPELLINGS: dict[str, str] = {}
"""Other names that texts may give ops, and the ops' own."""

ResultRule: TypeAlias = Callable[[list[Any], Mapping[str, Any], int], list[Type]]
"""Result types from operand types, attributes and the number of results; a malformed op makes it fail."""
Check: TypeAlias = Callable[[Any], "str | None"]
"""The sentence that says what is wrong with an op, or None."""

_OPTIONS: dict[str, str] = {
    "name": "op_name",
    "pure": "is_pure",
    "terminator": "is_terminator",
    "function": "is_function",
    "module": "is_module",
    "symbols": "holds_symbols",
    "isolated": "is_isolated",
    "shared_scope": "shares_scope",
    "implied_results": "implies_results",
    "spellings": "spellings",
    "form": "form",
    "symbol": "symbol_attribute",
}
"""What a declaration may say in its first line, and the class attribute that keeps it."""
_RULES: dict[str, str] = {
    "results": "result_rule",
    "check": "type_rule",
    "place": "place_rule",
    "symbol_check": "symbol_rule",
    "meaning": "meaning",
    "meaning_key": "meaning_key",
    "comptime": "comptime",
}
"""The same for rules, which are functions."""
_GROUP_OF: dict[str, str] = {
    "Operand": "operands",
    "Operands": "operands",
    "Result": "results",
    "Results": "results",
    "Body": "regions",
    "Bodies": "regions",
}


class _OpMeta(type):
    """Derives `__slots__` and accessors from an op class's annotations."""

    def __new__(
        mcs, cls_name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any
    ) -> _OpMeta:
        namespace.setdefault("__slots__", ())
        if bases:
            _declare(namespace, bases[0].declared, options)  # type: ignore[attr-defined]
        cls = super().__new__(mcs, cls_name, bases, namespace)
        if "name" in options:
            REGISTRY[options["name"]] = cls  # type: ignore[assignment]
            SPELLINGS.update(dict.fromkeys(options.get("spellings", ()), options["name"]))
        return cls

    def __init__(
        cls, cls_name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any
    ) -> None:
        super().__init__(cls_name, bases, namespace)


def _declare(namespace: dict[str, Any], inherited: dict[str, str], options: dict[str, Any]) -> None:
    for option, value in options.items():
        if option in _RULES:
            namespace[_RULES[option]] = staticmethod(value)
        else:
            namespace[_OPTIONS[option]] = value
    own = namespace.get("__annotations__", {})
    fields = inherited | {
        field: kind for field, kind in own.items() if not kind.startswith("ClassVar")
    }
    groups: dict[str, list[str]] = {"operands": [], "results": [], "regions": [], "attrs": []}
    variadic: set[str] = set()
    for field, kind in fields.items():
        group = _GROUP_OF.get(kind, "attrs")
        if kind in ("Operands", "Results", "Bodies"):
            variadic.add(group)
        position = len(groups[group])
        groups[group].append(field)
        if field in own:
            namespace[field] = _accessor(group, field, position, group in variadic)
    namespace["declared"] = fields
    namespace["operand_names"] = tuple(groups["operands"])
    namespace["result_names"] = tuple(groups["results"])
    namespace["region_names"] = tuple(groups["regions"])
    namespace["attr_names"] = tuple(groups["attrs"])
    namespace["variadic_groups"] = frozenset(variadic)


def _accessor(group: str, field: str, position: int, is_variadic: bool) -> property:
    getter: Callable[[Op], Any]
    if group == "attrs":

        def getter(op: Op) -> Any:
            return op.attrs.get(field)
    elif is_variadic:

        def getter(op: Op) -> Any:
            return getattr(op, group)[position:]
    else:

        def getter(op: Op) -> Any:
            return getattr(op, group)[position]

    return property(getter)


_NO_ATTRS: Mapping[str, Any] = {}


class Op(metaclass=_OpMeta):
    """One operation. Subclasses declare operands, results, attributes and regions as annotations."""

    __slots__ = ("attrs", "loc", "next", "operands", "parent", "prev", "regions", "results")

    declared: ClassVar[dict[str, str]] = {}
    """What the declaration lists, and the annotation of each."""
    operand_names: ClassVar[tuple[str, ...]] = ()
    result_names: ClassVar[tuple[str, ...]] = ()
    region_names: ClassVar[tuple[str, ...]] = ()
    attr_names: ClassVar[tuple[str, ...]] = ()
    variadic_groups: ClassVar[frozenset[str]] = frozenset()

    op_name: ClassVar[str] = ""
    is_pure: ClassVar[bool] = False  # no effects: may be folded, merged, moved, dropped
    is_terminator: ClassVar[bool] = False  # leaves its region: nothing may follow it
    is_function: ClassVar[bool] = False  # texts number its values from 0
    is_module: ClassVar[bool] = False  # a text may consist of it
    holds_symbols: ClassVar[bool] = False  # the ops in its region have names that others refer to
    is_isolated: ClassVar[bool] = False  # its regions see nothing outside
    shares_scope: ClassVar[bool] = False  # later regions see the values of earlier ones
    implies_results: ClassVar[bool] = False  # texts leave out results that follow from the rest
    spellings: ClassVar[tuple[str, ...]] = ()  # other names that texts may use
    form: ClassVar[Any] = ""  # the text form: see `assembly.py`; "" is derived
    symbol_attribute: ClassVar[str] = ""  # which attribute names something of the module
    result_rule: ClassVar[ResultRule | None] = None
    type_rule: ClassVar[Check | None] = None  # operands, results and attributes that do not fit
    place_rule: ClassVar[Check | None] = None  # where it may stand
    symbol_rule: ClassVar[Callable[[Any, Op], str | None] | None] = None  # what its symbol names
    meaning: ClassVar[Callable[[Any], Any] | None] = None  # a function of the operands' values
    meaning_key: ClassVar[Callable[[Any], tuple[Any, ...]] | None] = None  # what that depends on
    comptime: ClassVar[Callable[[Any, Any], None] | None] = None  # what the interpreter does

    def __init__(
        self,
        operands: Sequence[Value] = (),
        result_types: Sequence[Type] = (),
        attrs: Mapping[str, Any] | None = None,
        regions: Sequence[Region] = (),
        loc: Any = None,
    ) -> None:
        self.operands = list(operands)
        for operand in operands:
            operand.uses.append(self)
        self.results = [Value(t, self, i) for i, t in enumerate(result_types)]
        self.attrs = attrs if attrs is not None else _NO_ATTRS
        self.regions = tuple(regions)
        for region in regions:
            region.parent = self
        self.loc = loc
        self.parent: Region | None = None
        self.prev: Op | None = None
        self.next: Op | None = None

    @property
    def parent_op(self) -> Op | None:
        return self.parent.parent if self.parent is not None else None

    def add_result(self, type: Type, name: str | None = None) -> Value:
        value = Value(type, self, len(self.results), name)
        self.results.append(value)
        return value

    def set_operand(self, index: int, value: Value) -> None:
        self.operands[index].uses.remove(self)
        self.operands[index] = value
        value.uses.append(self)

    def set_attr(self, name: str, value: Any) -> None:
        self.attrs = {**self.attrs, name: value}

    def take_attr(self, name: str) -> Any:
        """Removes an attribute and gives the value it had, `None` without one."""
        if name not in self.attrs:
            return None
        taken = self.attrs[name]
        self.attrs = {key: value for key, value in self.attrs.items() if key != name}
        return taken

    def remove(self) -> None:
        """Takes the op out of its region; it keeps its operands and can be inserted again."""
        region = self.parent
        if region is None:
            return
        if self.prev is None:
            region.first = self.next
        else:
            self.prev.next = self.next
        if self.next is None:
            region.last = self.prev
        else:
            self.next.prev = self.prev
        self.parent = self.prev = self.next = None

    def erase(self) -> None:
        """Removes the op for good, with its regions; its results must have no uses left."""
        self.remove()
        self.drop_references()

    def drop_references(self) -> None:
        for operand in self.operands:
            operand.uses.remove(self)
        self.operands = []
        for region in self.regions:
            for op in region:
                op.drop_references()

    def walk(self) -> Iterator[Op]:
        """This op and every op inside it, outer first; the current one may be removed or replaced."""
        yield self
        pending = [region.first for region in reversed(self.regions)]
        while pending:
            op = pending.pop()
            if op is None:
                continue
            pending.append(op.next)
            yield op
            for region in reversed(op.regions):
                pending.append(region.first)

    def clone(self, mapping: dict[Value, Value]) -> Op:
        """A copy with operands looked up in `mapping` (absent ones stay), which gains the copy's results."""
        copy, _ = _copy_chain(self, self.next, None, mapping)
        assert copy is not None
        return copy


_new_object = object.__new__


def new_op(
    kind: type[Op],
    operands: list[Value],
    attrs: Mapping[str, Any],
    regions: tuple[Region, ...],
    loc: Any,
) -> Op:
    """An op without results so far, made of these very parts: faster than the constructor, for what is read back."""
    op = _new_object(kind)
    op.operands = operands
    for operand in operands:
        operand.uses.append(op)
    op.results = []
    op.attrs = attrs
    op.regions = regions
    for region in regions:
        region.parent = op
    op.loc = loc
    op.parent = op.prev = op.next = None
    return op


def erase_all(ops: Iterable[Op]) -> None:
    """Removes ops without regions for good: like `erase` for each, but fast where many use the same value."""
    gone = set(ops)
    used = {operand for op in gone for operand in op.operands}
    for value in used:
        value.uses = [user for user in value.uses if user not in gone]
    for op in gone:
        op.operands = []
        op.erase()


class Region:
    """A list of ops with arguments, owned by the op `parent`."""

    __slots__ = ("args", "first", "last", "parent")

    def __init__(
        self, arg_types: Sequence[Type] = (), arg_names: Sequence[str | None] = ()
    ) -> None:
        self.args = [Value(t, self, i) for i, t in enumerate(arg_types)]
        for arg, name in zip(self.args, arg_names, strict=False):
            arg.name = name
        self.first: Op | None = None
        self.last: Op | None = None
        self.parent: Op | None = None

    def __iter__(self) -> Iterator[Op]:
        """The ops in order; the current one may be removed while iterating."""
        op = self.first
        while op is not None:
            following = op.next
            yield op
            op = following

    def __bool__(self) -> bool:
        return True

    @property
    def is_empty(self) -> bool:
        return self.first is None

    @property
    def terminator(self) -> Op | None:
        """The last op if control does not fall through it."""
        last = self.last
        return last if last is not None and last.is_terminator else None

    def append(self, op: Op) -> None:
        op.parent = self
        op.prev = self.last
        op.next = None
        if self.last is None:
            self.first = op
        else:
            self.last.next = op
        self.last = op

    def insert_before(self, anchor: Op, op: Op) -> None:
        op.parent = self
        op.next = anchor
        op.prev = anchor.prev
        if anchor.prev is None:
            self.first = op
        else:
            anchor.prev.next = op
        anchor.prev = op

    def insert_after(self, anchor: Op, op: Op) -> None:
        if anchor.next is None:
            self.append(op)
        else:
            self.insert_before(anchor.next, op)

    def add_argument(self, type: Type, name: str | None = None) -> Value:
        value = Value(type, self, len(self.args), name)
        self.args.append(value)
        return value

    def clone(self, mapping: dict[Value, Value]) -> Region:
        copy = Region()
        for arg in self.args:
            mapping[arg] = copy.add_argument(arg.type, arg.name)
        copy.first, copy.last = _copy_chain(self.first, None, copy, mapping)
        return copy


def _copy_chain(
    first: Op | None, end: Op | None, parent: Region | None, mapping: dict[Value, Value]
) -> tuple[Op | None, Op | None]:
    """Copies of the ops from `first` up to `end`, linked to each other: the first and the last of them.

    Elaboration copies more ops than it makes, so what the constructors would do is written out, in one loop.
    """
    head = last = None
    original = first
    while original is not end and original is not None:
        copy = _new_object(original.__class__)
        copy.operands = operands = original.operands.copy()
        for index, operand in enumerate(operands):
            if operand in mapping:
                operands[index] = operand = mapping[operand]
            operand.uses.append(copy)
        copy.results = results = []
        for old in original.results:
            mapping[old] = result = _new_object(Value)
            result.type = old.type
            result.owner = copy
            result.index = old.index
            result.name = old.name
            result.uses = []
            results.append(result)
        copy.attrs = original.attrs
        copy.loc = original.loc
        copy.regions = ()
        if original.regions:
            copy.regions = tuple([region.clone(mapping) for region in original.regions])
            for region in copy.regions:
                region.parent = copy
        copy.parent = parent
        copy.prev = last
        copy.next = None
        if last is None:
            head = copy
        else:
            last.next = copy
        last = copy
        original = original.next
    return head, last


class Builder:
    """Inserts ops at one point: before `anchor`, or at the end of `region`."""

    __slots__ = ("anchor", "region")

    def __init__(self, region: Region, anchor: Op | None = None) -> None:
        self.region = region
        self.anchor = anchor

    def insert(self, op: Op) -> Op:
        if self.anchor is None:
            self.region.append(op)
        else:
            self.region.insert_before(self.anchor, op)
        return op
