"""Names by the modules Mojo 1.2 keeps them in."""

from std.algorithm.backend.cpu.map import map
from std.algorithm.backend.tile import tile
from std.algorithm.backend.unswitch import unswitch
from std.algorithm.backend.vectorize import vectorize
from std.atomic.atomic import Atomic, Ordering
from std.base64.base64 import b64encode
from std.benchmark.memory import clobber_memory
from std.bit.bit import pop_count
from std.collections.span import Span
from std.documentation.documentation import doc_hidden
from std.format.repr import repr
from std.memory.maybe_uninit import MaybeUninit
from std.memory.stack_allocation import unsafe_stack_allocation
from std.reflection.type_info import reflect
from std.simd import SIMD, Float32, SIMDLength, pack_bits
from std.stat.stat import S_ISDIR
from std.traits.deinitable import IsTriviallyDeinitable
from std.utils._nicheable import NicheIndex, UnsafeNicheable


struct Small(UnsafeNicheable):
    var value: UInt8

    @staticmethod
    def niche_count() -> Int:
        return 1

    @staticmethod
    def write_niche[index: Int](memory: Pointer[mut=True, MaybeUninit[Self], _]):
        memory.unsafe_bitcast[Byte]().unsafe_store(Byte(255))

    @staticmethod
    def classify_niche(memory: Pointer[mut=False, MaybeUninit[Self], _]) -> NicheIndex:
        return NicheIndex(0) if memory.unsafe_bitcast[Byte]().unsafe_load() == 255 else NicheIndex.NotANiche


@doc_hidden
def lanes[length: SIMDLength](x: SIMD[DType.float32, length]) -> Float32:
    return x.reduce_add()


def main():
    print(lanes(SIMD[DType.float32, 4](1, 2, 3, 4)), pop_count(7), b64encode("mojo"))
    var hits = Atomic(3)
    print(hits.fetch_add[ordering=Ordering.RELAXED](2), hits.load())
    print(S_ISDIR(0o040755), IsTriviallyDeinitable[Int], reflect[Small].base_name(), repr("a"))
    clobber_memory()
    var place = MaybeUninit[Small]()
    Small.write_niche[0](Pointer(to=place))
    print(Small.classify_niche(Pointer(to=place).as_imm()) == NicheIndex.NotANiche)
    print(pack_bits(SIMD[DType.bool, 8](True, False, True, False, False, False, False, False)))
    var numbers: List[Int] = [1, 2]
    print(len(Span(numbers)))
