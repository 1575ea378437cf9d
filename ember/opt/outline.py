"""Endless code in functions of its own: LLVM's time grows with the square of a function's length, and nobody gains by it.

A literal of thousands of elements is thousands of ops in a row. Such a row is cut into pieces; each becomes a function that
gets the address of a frame, in which lies what several of them need: the variables, and values that one makes and another uses.

Before:                                        After:
    kgen.func @f(%a: index) {                      kgen.func @f(%a: index) {
      %x = pop.stack_allocation {type = index}       %frame = pop.stack_allocation {type = i8, count = 16}
      pop.store %a, %x : index                       pop.store %a, %frame : index
      …                                              kgen.call @f.piece0(%frame)
      pop.store %b, %x : index                       %left = kgen.call @f.piece1(%frame)
      hlcf.if %c {                                   hlcf.if %left {
        kgen.return                                    kgen.return
      }                                              }
      …                                              …

Constants are made again where they are used; what is stored once in a variable is stored where it is made, so that few values go
from piece to piece; of the longest rows LLVM makes code as they are written. A jump out of a piece is a number that the piece returns, and the jump itself
stands after its call. On GPUs, where a frame is slow memory, and for ops that do not end, everything stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ember.dialects import hlcf, kgen, pop
from ember.dialects import types as t
from ember.dialects.layout import align_up, alignment_of, size_of
from ember.ir.nodes import Op, Region, SymbolRef, Value
from ember.ir.passes import module_pass
from ember.ir.rewriter import ops_inside
from ember.opt.flow import TARGETS, depth, never_completes

LONGEST: Final = 10_000
"""Ops in a row that stay together."""
LONGEST_IN_LOOPS: Final = 20_000
"""The same where they are repeated, and their speed is worth LLVM's time."""
PIECE: Final = 120
"""Ops of a piece: LLVM joins stores to vectors, and looks at each with all others."""
SMALLEST: Final = 8
"""What is shorter is not worth a call."""
LONGEST_OPTIMIZED: Final = 50_000
"""Ops in a row that LLVM still optimises: it needs five times as long as for making code of what we have optimised."""


@module_pass("outline")
def outline_endless(module: Op) -> bool:
    """Cuts the endless rows of all functions of a module."""
    return outline(module, LONGEST, LONGEST_IN_LOOPS, PIECE)


def outline(module: Op, longest: int, longest_in_loops: int, size: int) -> bool:
    """Cuts rows of more ops than `longest` into pieces of about `size`; returns whether there were any."""
    functions = [op for op in module.regions[0] if isinstance(op, kgen.Func)]
    rows = _Rows(longest_in_loops, size)
    changed = False
    for function in functions:
        pieces = rows.pieces(function, longest)
        if pieces:
            length = sum(map(len, pieces))
            wish = "never" if length <= LONGEST_OPTIMIZED else "as-written"
            _Outlining(module, function, wish).run(pieces)
            changed = True
    return changed


class _Rows:
    """Finds what is to be cut."""

    def __init__(self, longest_in_loops: int, size: int) -> None:
        self._longest_in_loops = longest_in_loops
        self._size = size
        self._weights: dict[Op, int] = {}

    def pieces(self, function: Op, longest: int) -> list[list[Op]]:
        """The pieces of a function, in their order: ops that follow each other in one region."""
        if len(ops_inside(function)) <= longest:
            return []
        _store_early(function.regions[0])
        self._weights = {}
        self._weigh(function)
        return list(self._cut(function.regions[0], longest))

    def _weigh(self, op: Op) -> int:
        """How many ops an op is, with those inside; memory that no frame can hold is too heavy for any piece."""
        weight = 1 + sum(self._weigh(inner) for region in op.regions for inner in region)
        if isinstance(op, pop.StackAllocation) and not _is_variable(op):
            weight += self._size
        self._weights[op] = weight
        return weight

    def _cut(self, region: Region, longest: int) -> Iterator[list[Op]]:
        is_endless = sum(self._weights[op] for op in region if self._is_small(op)) > longest
        piece: list[Op] = []
        weight = 0
        for op in region:
            if is_endless and self._is_small(op):
                piece.append(op)
                weight += self._weights[op]
            if piece and (piece[-1] is not op or weight >= self._size):
                if len(piece) >= SMALLEST:
                    yield piece
                piece, weight = [], 0
            if not self._is_small(op):
                inside = self._longest_in_loops if op.__class__ is hlcf.Loop else longest
                for inner in op.regions:
                    yield from self._cut(inner, inside)
        if len(piece) >= SMALLEST:
            yield piece

    def _is_small(self, op: Op) -> bool:
        return self._weights[op] <= self._size and not never_completes(op)


def _store_early(region: Region) -> None:
    """The first store to a variable of the region goes to where its value is made, if that stands in the region too."""
    positions = {op: position for position, op in enumerate(region)}
    for op in positions:
        if not isinstance(op, pop.Store):
            continue
        value, slot = op.operands[0], op.operands[1].owner
        made = value.owner
        if not isinstance(made, Op) or made.parent is not region or made.next is op:
            continue
        if not isinstance(slot, pop.StackAllocation) or slot.parent is not region:
            continue
        is_first = all(_position(user, positions) >= positions[op] for user in slot.results[0].uses)
        if is_first and positions[slot] < positions[made] and value is not slot.results[0]:
            op.remove()
            region.insert_after(made, op)


def _position(op: Op, positions: dict[Op, int]) -> int:
    """Where in a region an op or what it is in stands; before everything, if it is not in there."""
    inside: Op | None = op
    while inside is not None and inside not in positions:
        inside = inside.parent_op
    return -1 if inside is None else positions[inside]


class _Outlining:
    """One function's pieces becoming functions."""

    def __init__(self, module: Op, function: Op, wish: str) -> None:
        self._module = module
        self._function = function
        self._wish = wish
        self._size = 0
        self._alignment = 16
        self._places: dict[Value, int] = {}
        """Where in the frame a value lies; of a stack allocation: what it allocates."""
        self._homes: dict[Op, _Piece] = {}
        """The piece that each op went to, and the functions of pieces."""

    def run(self, runs: list[list[Op]]) -> None:
        frame = pop.StackAllocation((), (t.POINTER,), {}, (), self._function.loc)
        body = self._function.regions[0]
        rest = _Piece(body, frame.results[0], None)
        pieces = [self._piece(number, ops, frame) for number, ops in enumerate(runs)]
        held = [(piece, piece.ops()) for piece in (rest, *pieces)]  # before stores are put in
        self._homes |= {op: piece for piece, ops in held[1:] for op in ops}
        for piece, ops in held:
            self._share_variables(ops, piece is rest)
        for piece, ops in held:
            self._find_needs(piece, ops, rest)
        gone: set[Value] = set().union(*(piece.replace_operands() for piece, _ in held))
        for value in gone:
            value.uses = [user for user in value.uses if value in user.operands]
        for piece, _ in held:
            piece.finish()
        _prepend(body, [frame])
        attrs = {"type": t.BYTE, "count": self._size, "alignment": self._alignment}
        frame.attrs = attrs

    # -- pieces ------------------------------------------------------------------------------------------

    def _piece(self, number: int, ops: list[Op], frame: Op) -> _Piece:
        """Moves ops to a function of their own and calls it."""
        parent, loc = ops[0].parent, ops[0].loc
        assert parent is not None
        name = f"{self._function.attrs['name']}.piece{number}"
        region = Region((t.POINTER,), ("frame",))
        call = kgen.Call((frame.results[0],), (), {"callee": SymbolRef(name)}, (), loc)
        parent.insert_before(ops[0], call)
        for op in ops:
            op.remove()
            region.append(op)
        piece = _Piece(region, region.args[0], call)
        results = self._send_jumps(piece, frame)
        attrs = {
            "name": name,
            "type": t.FunctionType((t.POINTER,), results),
            "linkage": "internal",
            "inline": self._wish,
            "source_name": self._function.attrs.get("source_name") or "",
        }
        function = kgen.Func((), (), attrs, (region,), loc)
        self._module.regions[0].append(function)
        self._homes[function] = piece
        return piece

    def _send_jumps(self, piece: _Piece, frame: Op) -> tuple[t.Type, ...]:
        """Jumps out of the piece: it returns which, and they stand after its call. Gives what the piece returns."""
        call, region = piece.call, piece.region
        assert call is not None
        jumps = list(_jumps_out(region))
        if not jumps:
            region.append(kgen.Return((), (), {}, (), call.loc))
            return ()
        code = call.add_result(t.INDEX)
        anchor = call
        ways: dict[tuple[type[Op], int], tuple[int, list[int | None]]] = {}
        for jump, level in jumps:
            key = (type(jump), 0 if isinstance(jump, kgen.Return) else depth(jump) - level)
            if key not in ways:
                places = [self._take(value.type) for value in jump.operands]
                ways[key] = (len(ways) + 1, places)
                anchor = _jump_after(anchor, code, len(ways), frame.results[0], jump, key[1], places)  # fmt: skip
            number, places = ways[key]
            assert jump.parent is not None
            for value, place in zip(jump.operands, places, strict=True):
                if place is not None:
                    _insert(jump.parent, jump, _stored(value, piece.frame, place, jump.loc))
            _insert(jump.parent, jump, _returned(number, jump.loc))
            jump.erase()
        for op in _returned(0, call.loc):
            region.append(op)
        return (t.INDEX,)

    # -- the frame ---------------------------------------------------------------------------------------

    def _take(self, type: t.Type) -> int | None:
        """A place in the frame, if values of the type need one."""
        size = size_of(type)
        return self._room(size, alignment_of(type)) if size else None

    def _room(self, size: int, alignment: int) -> int:
        place = align_up(self._size, alignment)
        self._size = place + size
        self._alignment = max(self._alignment, alignment)
        return place

    def _share_variables(self, ops: list[Op], is_rest: bool) -> None:
        """Variables of the pieces live as long as the function: their place is in its frame."""
        for op in ops:
            if _is_variable(op) and (not is_rest or self._is_used_elsewhere(op)):
                count = op.attrs.get("count")
                size = size_of(op.attrs["type"]) * (1 if count is None else int(count))
                alignment = max(op.attrs.get("alignment") or 1, alignment_of(op.attrs["type"]))
                self._places[op.results[0]] = self._room(size, alignment)

    def _is_used_elsewhere(self, op: Op) -> bool:
        return any(user in self._homes for user in op.results[0].uses)

    def _find_needs(self, piece: _Piece, ops: list[Op], rest: _Piece) -> None:
        """Gives a piece what it uses and does not make itself."""
        for op in ops:
            if op.results and op.results[0] in self._places and _is_variable(op):
                piece.variables.append(op)
            for value in op.operands:
                if value in piece.known:
                    continue
                if _is_variable(value.owner) and value in self._places:
                    piece.known[value] = piece.address(self._places[value], op.loc)
                elif (home := self._home(value, rest)) is not piece:
                    piece.known[value] = self._brought(value, home, piece)
                else:
                    piece.known[value] = value

    def _home(self, value: Value, rest: _Piece) -> _Piece:
        owner = value.owner
        op = owner if isinstance(owner, Op) else owner.parent
        return rest if op is None else self._homes.get(op, rest)

    def _brought(self, value: Value, home: _Piece, piece: _Piece) -> Value:
        """The value in another piece than the one that makes it."""
        owner = value.owner
        if isinstance(owner, Op) and owner.is_pure and not owner.operands and not owner.regions:
            return piece.at_start(owner.clone({}))
        if not size_of(value.type):
            return piece.at_start(kgen.Undefined((), (value.type,), {}, (), piece.loc))
        place = self._places.get(value)
        if place is None:
            place = self._places[value] = self._room(size_of(value.type), alignment_of(value.type))
            ops = _stored(value, home.frame, place, piece.loc)
            if isinstance(owner, Op):
                assert owner.parent is not None
                _insert(owner.parent, owner.next, ops)
            else:
                _prepend(owner, ops)
        if piece.call is None:  # back in the function: after the call that made it
            assert home.call is not None and home.call.parent is not None
            ops = _loaded(value.type, piece.frame, place, home.call.loc)
            _insert(home.call.parent, home.call.next, ops)
            return ops[-1].results[0]
        return piece.at_start(*_loaded(value.type, piece.frame, place, piece.loc))


class _Piece:
    """Ops that are in one function now: a piece, or what is left of the whole, which has no `call`."""

    def __init__(self, region: Region, frame: Value, call: Op | None) -> None:
        self.region = region
        self.frame = frame
        self.call = call
        self.loc = region.first.loc if region.first is not None else None
        self.known: dict[Value, Value] = {}
        """What each operand is in here."""
        self.variables: list[Op] = []
        """The stack allocations that the frame takes the place of."""
        self._start: list[Op] = []

    def ops(self) -> list[Op]:
        found: list[Op] = []
        for op in self.region:
            found.append(op)
            found += ops_inside(op)
        return found

    def at_start(self, *ops: Op) -> Value:
        self._start += ops
        return ops[-1].results[0]

    def address(self, place: int, loc: object) -> Value:
        return self.at_start(*_address(self.frame, place, loc))

    def replace_operands(self) -> set[Value]:
        """Uses what was brought. Gives the values that are used less now, whose lists of uses are not yet right."""
        gone: set[Value] = set()
        for op in self.ops():
            for index, value in enumerate(op.operands):
                new = self.known.get(value, value)
                if new is not value:
                    gone.add(value)
                    op.operands[index] = new
                    new.uses.append(op)
        return gone

    def finish(self) -> None:
        """The variables' own allocations go, and what was brought stands first."""
        for op in self.variables:
            op.erase()
        _prepend(self.region, self._start)


# -- jumps -------------------------------------------------------------------------------------------------


def _jumps_out(region: Region, level: int = 0) -> Iterator[tuple[Op, int]]:
    """What leaves the region otherwise than by its end, with the number of loops and blocks between."""
    for op in region:
        cls = op.__class__
        if cls is kgen.Return or (cls in (hlcf.Break, hlcf.Continue) and depth(op) >= level):
            yield op, level
        inner = level + 1 if cls in TARGETS else level
        for nested in op.regions:
            yield from _jumps_out(nested, inner)


def _jump_after(
    anchor: Op,
    code: Value,
    number: int,
    frame: Value,
    jump: Op,
    outer: int,
    places: list[int | None],
) -> Op:
    """After a call: the jump that its result asks for. Gives the last op of it. `outer`: its depth as seen from there."""
    loc = jump.loc
    region, otherwise = Region(), Region()
    values: list[Value] = []
    for value, place in zip(jump.operands, places, strict=True):
        if place is None:
            ops: list[Op] = [kgen.Undefined((), (value.type,), {}, (), loc)]
        else:
            ops = _loaded(value.type, frame, place, loc)
        _insert(region, None, ops)
        values.append(ops[-1].results[0])
    attrs = {} if isinstance(jump, kgen.Return) else {"depth": outer}
    region.append(type(jump)(values, (), attrs, (), loc))
    wanted = kgen.Constant((), (t.INDEX,), {"value": number}, (), loc)
    operands = (code, wanted.results[0])
    test = pop.Compare(operands, (t.I1,), {"predicate": "eq"}, (), loc)
    choice = hlcf.If(test.results, (), {}, (region, otherwise), loc)
    assert anchor.parent is not None
    _insert(anchor.parent, anchor.next, [wanted, test, choice])
    return choice


def _returned(number: int, loc: object) -> list[Op]:
    code = kgen.Constant((), (t.INDEX,), {"value": number}, (), loc)
    return [code, kgen.Return(code.results, (), {}, (), loc)]


# -- ops ---------------------------------------------------------------------------------------------------


def _is_variable(owner: object) -> bool:
    return isinstance(owner, pop.StackAllocation) and owner.results[0].type is t.POINTER


def _address(frame: Value, place: int, loc: object) -> list[Op]:
    distance = kgen.Constant((), (t.INDEX,), {"value": place}, (), loc)
    operands = (frame, distance.results[0])
    return [distance, pop.Offset(operands, (t.POINTER,), {"element": t.BYTE}, (), loc)]


def _stored(value: Value, frame: Value, place: int, loc: object) -> list[Op]:
    ops = _address(frame, place, loc)
    return [*ops, pop.Store((value, ops[-1].results[0]), (), {}, (), loc)]


def _loaded(type: t.Type, frame: Value, place: int, loc: object) -> list[Op]:
    ops = _address(frame, place, loc)
    return [*ops, pop.Load(ops[-1].results, (type,), {}, (), loc)]


def _insert(region: Region, anchor: Op | None, ops: Iterable[Op]) -> None:
    """Puts ops before another, or at the region's end."""
    for op in ops:
        if anchor is None:
            region.append(op)
        else:
            region.insert_before(anchor, op)


def _prepend(region: Region, ops: Iterable[Op]) -> None:
    _insert(region, region.first, ops)
