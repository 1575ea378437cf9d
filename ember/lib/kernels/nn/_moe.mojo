"""Mixtures of experts: which tokens go to which expert."""

import extensibility
from extensibility import InputTensor, OutputTensor
from nn._device_moe import create_indices_on_device
from std.algorithm._device import is_device
from std.gpu.host import DeviceContext
from std.utils.index import IndexList


@extensibility.register("mo.moe.create.indices")
struct _MoeCreateIndices:
    """Choices in the order of experts, those of one expert as they were: where each came from, where each went, and where experts begin.

    `usage` is the most choices that one expert has, and how many experts there are.
    """

    @staticmethod
    def execute[
        target: StaticString
    ](
        order: OutputTensor[dtype = DType.uint32, rank=1, ...],
        starts: OutputTensor[dtype = DType.uint32, rank=1, ...],
        restore: OutputTensor[dtype = DType.uint32, rank=1, ...],
        ids: OutputTensor[dtype = DType.int32, rank=1, ...],
        usage: OutputTensor[dtype = DType.uint32, rank=1, ...],
        chosen: InputTensor[dtype = DType.int32, rank=1, ...],
        ctx: DeviceContext,
    ) raises:
        """Counts, then puts each in its place."""
        comptime if is_device(target):
            create_indices_on_device(order, starts, restore, ids, usage, chosen, ctx)
            return
        var experts = ids.dim_size[0]()
        var next = List[Int](length=experts + 1, fill=0)
        for i in range(chosen.dim_size[0]()):
            var expert = Int(chosen.load[1](IndexList[1](i)))
            if expert < 0 or expert >= experts:
                raise Error("choice ", i, " is expert ", expert, " of ", experts)
            next[expert + 1] += 1
        var most = 0
        starts.store[1](IndexList[1](0), UInt32(0))
        for expert in range(experts):
            most = max(most, next[expert + 1])
            next[expert + 1] += next[expert]
            starts.store[1](IndexList[1](expert + 1), UInt32(next[expert + 1]))
            ids.store[1](IndexList[1](expert), Int32(expert))
        usage.store[1](IndexList[1](0), UInt32(most))
        usage.store[1](IndexList[1](1), UInt32(experts))
        for i in range(chosen.dim_size[0]()):
            var expert = Int(chosen.load[1](IndexList[1](i)))
            order.store[1](IndexList[1](next[expert]), UInt32(i))
            restore.store[1](IndexList[1](i), UInt32(next[expert]))
            next[expert] += 1
