"""A library of one page: the least that elaboration needs to know, so that each rule can be seen without the rest."""


trait AnyType:
    pass


trait Deinitable(AnyType):
    pass


trait Movable(AnyType):
    pass


trait Copyable(Movable):
    pass


trait ImplicitlyCopyable(Copyable):
    pass


trait RegisterPassable(Movable):
    pass


trait TrivialRegisterPassable(ImplicitlyCopyable, RegisterPassable):
    pass


struct NoneType(TrivialRegisterPassable):
    var value: __mlir_type.`!kgen.none`

    def __init__(out self):
        self.value = None


@nonmaterializable(Int)
struct IntLiteral(TrivialRegisterPassable):
    var value: __mlir_type.`!pop.int_literal`


struct Bool(TrivialRegisterPassable):
    var value: __mlir_type.i1

    @always_inline
    def __init__(out self, *, mlir_value: __mlir_type.i1):
        self.value = mlir_value

    @always_inline
    def __bool__(self) -> Bool:
        return self


struct Int(TrivialRegisterPassable):
    var value: __mlir_type.index

    @always_inline
    def __init__(out self, *, mlir_value: __mlir_type.index):
        self.value = mlir_value

    @always_inline
    @implicit
    def __init__(out self, value: IntLiteral):
        self.value = __mlir_op.`pop.cast`[_type = __mlir_type.index](value.value)

    @always_inline
    def __add__(self, other: Self) -> Self:
        return Self(mlir_value=__mlir_op.`pop.add`(self.value, other.value))

    @always_inline
    def __sub__(self, other: Self) -> Self:
        return Self(mlir_value=__mlir_op.`pop.sub`(self.value, other.value))

    @always_inline
    def __lt__(self, other: Self) -> Bool:
        return Bool(mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"lt"`](self.value, other.value))


struct Error(Movable):
    var code: Int

    def __init__(out self, code: Int):
        self.code = code


struct Origin[*, mut: Bool](TrivialRegisterPassable):
    pass


struct Never(TrivialRegisterPassable):
    pass
