"""How SIMD compares: with one answer or one for each lane, and the choice by a mask."""

from std.builtin.simd import SIMD, _Lanes


__extension SIMD:
    @always_inline("nodebug")
    def __eq__(self, rhs: Self) -> Bool:
        """True when all lanes are equal."""
        comptime if Self._is_scalar:
            return Bool(
                mlir_value=__mlir_op.`pop.cast`[_type = __mlir_type.i1](
                    __mlir_op.`pop.cmp`[predicate = __mlir_attr.`"eq"`](self.value, rhs.value)
                )
            )
        else:
            return self.eq(rhs).reduce_and()

    @always_inline("nodebug")
    def __ne__(self, rhs: Self) -> Bool:
        """True when a lane differs."""
        comptime if Self._is_scalar:
            return Bool(
                mlir_value=__mlir_op.`pop.cast`[_type = __mlir_type.i1](
                    __mlir_op.`pop.cmp`[predicate = __mlir_attr.`"ne"`](self.value, rhs.value)
                )
            )
        else:
            return self.ne(rhs).reduce_or()

    @always_inline("nodebug")
    def __lt__(self, rhs: Self) -> Self._Compared:
        """Whether it is less than `rhs`: a Bool for one lane, a mask for more."""
        comptime if Self._is_scalar:
            return Bool(
                mlir_value=__mlir_op.`pop.cast`[_type = __mlir_type.i1](
                    __mlir_op.`pop.cmp`[predicate = __mlir_attr.`"lt"`](self.value, rhs.value)
                )
            )
        else:
            return self.lt(rhs)

    @always_inline("nodebug")
    def __le__(self, rhs: Self) -> Self._Compared:
        """Whether it is at most `rhs`: a Bool for one lane, a mask for more."""
        comptime if Self._is_scalar:
            return Bool(
                mlir_value=__mlir_op.`pop.cast`[_type = __mlir_type.i1](
                    __mlir_op.`pop.cmp`[predicate = __mlir_attr.`"le"`](self.value, rhs.value)
                )
            )
        else:
            return self.le(rhs)

    @always_inline("nodebug")
    def __gt__(self, rhs: Self) -> Self._Compared:
        """Whether it is greater than `rhs`: a Bool for one lane, a mask for more."""
        comptime if Self._is_scalar:
            return Bool(
                mlir_value=__mlir_op.`pop.cast`[_type = __mlir_type.i1](
                    __mlir_op.`pop.cmp`[predicate = __mlir_attr.`"gt"`](self.value, rhs.value)
                )
            )
        else:
            return self.gt(rhs)

    @always_inline("nodebug")
    def __ge__(self, rhs: Self) -> Self._Compared:
        """Whether it is at least `rhs`: a Bool for one lane, a mask for more."""
        comptime if Self._is_scalar:
            return Bool(
                mlir_value=__mlir_op.`pop.cast`[_type = __mlir_type.i1](
                    __mlir_op.`pop.cmp`[predicate = __mlir_attr.`"ge"`](self.value, rhs.value)
                )
            )
        else:
            return self.ge(rhs)

    @always_inline("nodebug")
    def __eq_2025__(self, rhs: Self) -> Self._Compared:
        """Equality as it was in 2025: a mask for more than one lane."""
        comptime if Self._is_scalar:
            return self == rhs
        else:
            return self.eq(rhs)

    @always_inline("nodebug")
    def __ne_2025__(self, rhs: Self) -> Self._Compared:
        """Inequality as it was in 2025: a mask for more than one lane."""
        comptime if Self._is_scalar:
            return self != rhs
        else:
            return self.ne(rhs)

    @always_inline("nodebug")
    def eq(self, rhs: Self) -> SIMD[DType.bool, Self.length]:
        """The mask of the lanes that are equal to those of `rhs`."""
        return SIMD[DType.bool, Self.length](
            mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"eq"`](self.value, rhs.value)
        )

    @always_inline("nodebug")
    def ne(self, rhs: Self) -> SIMD[DType.bool, Self.length]:
        """The mask of the lanes that are different from those of `rhs`."""
        return SIMD[DType.bool, Self.length](
            mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"ne"`](self.value, rhs.value)
        )

    @always_inline("nodebug")
    def lt(self, rhs: Self) -> SIMD[DType.bool, Self.length]:
        """The mask of the lanes that are less than those of `rhs`."""
        return SIMD[DType.bool, Self.length](
            mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"lt"`](self.value, rhs.value)
        )

    @always_inline("nodebug")
    def le(self, rhs: Self) -> SIMD[DType.bool, Self.length]:
        """The mask of the lanes that are at most those of `rhs`."""
        return SIMD[DType.bool, Self.length](
            mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"le"`](self.value, rhs.value)
        )

    @always_inline("nodebug")
    def gt(self, rhs: Self) -> SIMD[DType.bool, Self.length]:
        """The mask of the lanes that are greater than those of `rhs`."""
        return SIMD[DType.bool, Self.length](
            mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"gt"`](self.value, rhs.value)
        )

    @always_inline("nodebug")
    def ge(self, rhs: Self) -> SIMD[DType.bool, Self.length]:
        """The mask of the lanes that are at least those of `rhs`."""
        return SIMD[DType.bool, Self.length](
            mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"ge"`](self.value, rhs.value)
        )

    @always_inline
    def select[
        result_dtype: DType, //
    ](
        self, true_case: SIMD[result_dtype, Self.length], false_case: SIMD[result_dtype, Self.length]
    ) -> SIMD[result_dtype, Self.length]:
        """Lane by lane: `true_case` where the mask is true, else `false_case`."""
        return SIMD[result_dtype, Self.length](
            mlir_value=__mlir_op.`pop.select`[_type = _Lanes[result_dtype, Self.length]](
                self.value, true_case.value, false_case.value
            )
        )
