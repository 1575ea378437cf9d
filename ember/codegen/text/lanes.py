"""Short names for sequences of instructions that work on any number of lanes."""

from __future__ import annotations

from ember.codegen.text.emitter import Emitter
from ember.dialects.constants import encode_float
from ember.support import dtype as dt


class Lanes:
    """Writes instructions on vectors of one width; `lane` names the type of a lane, mostly `i32`."""

    __slots__ = ("_e", "_lanes")

    def __init__(self, e: Emitter, lanes: int) -> None:
        self._e = e
        self._lanes = lanes

    def type(self, lane: str) -> str:
        return lane if self._lanes == 1 else f"<{self._lanes} x {lane}>"

    def splat(self, lane: str, value: int | str) -> str:
        return str(value) if self._lanes == 1 else f"splat ({lane} {value})"

    def number(self, value: float) -> str:
        """A `float` constant."""
        return self.splat("float", f"0x{encode_float(value, dt.F64):016X}")

    def binary(self, opcode: str, a: str, b: int | str, lane: str = "i32") -> str:
        other = self.splat(lane, b) if isinstance(b, int) else b
        return self._e.assign(f"{opcode} {self.type(lane)} {a}, {other}")

    def convert(self, opcode: str, a: str, source: str, target: str) -> str:
        if source == target:
            return a
        return self._e.assign(f"{opcode} {self.type(source)} {a} to {self.type(target)}")

    def select(self, mask: str, yes: int | str, no: int | str, lane: str = "i32") -> str:
        a, b = (self.splat(lane, v) if isinstance(v, int) else v for v in (yes, no))
        text = self.type(lane)
        return self._e.assign(f"select {self.type('i1')} {mask}, {text} {a}, {text} {b}")

    def suffix(self, name: str) -> str:
        """The name of the vector type in intrinsics, from the lane's: `f32` gives `v4f32`."""
        return name if self._lanes == 1 else f"v{self._lanes}{name}"

    def unary_intrinsic(self, name: str, a: str, lane: str, suffix: str) -> str:
        text = self.type(lane)
        callee = self._e.intrinsic(f"{name}.{self.suffix(suffix)}", text, (text,))
        return self._e.assign(f"call {text} {callee}({text} {a})")

    def smaller(self, a: str, limit: int, lane: str = "i32") -> str:
        """The unsigned minimum with a constant."""
        return self.select(self.binary("icmp ult", a, limit, lane), a, limit, lane)
