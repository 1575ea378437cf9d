"""Origins: where a reference points, as far as the compiler tracks it."""


struct Origin[*, mut: Bool](TrivialRegisterPassable):
    """The place a reference came from; `mut` says whether it may be changed through it."""

    pass


comptime MutOrigin = Origin[mut=True]
comptime ImmOrigin = Origin[mut=False]
comptime ImmutOrigin = ImmOrigin
comptime MutableOrigin = MutOrigin
comptime ImmutableOrigin = ImmOrigin
comptime OriginSet = Origin

comptime MutUnsafeAnyOrigin = __origin_constant["any_mut"]()
comptime ImmUnsafeAnyOrigin = __origin_constant["any_imm"]()
comptime ImmStaticOrigin = __origin_constant["static"]()
comptime MutUntrackedOrigin = __origin_constant["external_mut"]()
comptime ImmUntrackedOrigin = __origin_constant["external_imm"]()

comptime MutAnyOrigin = MutUnsafeAnyOrigin
comptime ImmAnyOrigin = ImmUnsafeAnyOrigin
comptime ImmutAnyOrigin = ImmUnsafeAnyOrigin
comptime MutableAnyOrigin = MutUnsafeAnyOrigin
comptime ImmutableAnyOrigin = ImmUnsafeAnyOrigin
comptime StaticConstantOrigin = ImmStaticOrigin
comptime ImmutableStaticOrigin = ImmStaticOrigin
comptime MutExternalOrigin = MutUntrackedOrigin
comptime ImmutExternalOrigin = ImmUntrackedOrigin
comptime ImmExternalOrigin = ImmUntrackedOrigin
comptime AnyLifetime = Origin
comptime MutableLifetime = MutOrigin
comptime ImmutableLifetime = ImmOrigin
