struct Int:
    var value: __mlir_type.index

    def __add__(self, rhs: Int) -> Int:
        return __mlir_op.`index.add`[flag=__mlir_attr.`1 : i1`](self.value, rhs.value)

    def pack[*Ts: AnyType](self, *args: *Ts):
        var s: __mlir_type[`!pop.array<`, Self.n, `, `, Int, `>`]
        __mlir_op.`pop.call`(self, *args)
