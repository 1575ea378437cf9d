"""Origins: where a reference points, as far as the compiler tracks it."""


struct Origin[*, mut: Bool](TrivialRegisterPassable):
    """The place a reference came from; `mut` says whether it may be changed through it.

    Example:

    ```mojo
    def same[origin: Origin[mut=True], //](ref [origin] number: Int) -> ref [origin] Int:
        return number

    var count = 1
    same(count) = 9
    print(count)  # 9
    ```
    """

    pass


comptime MutOrigin = Origin[mut=True]
"""The origin of a reference that may change its target.

Example:

```mojo
def clear[origin: MutOrigin](values: Span[Int, origin]):
    for i in range(len(values)):
        values[i] = 0

var numbers = [1, 2]
clear(Span(numbers))
print(numbers)  # [0, 0]
```
"""
comptime ImmOrigin = Origin[mut=False]
"""The origin of a reference that only reads."""
comptime ImmutOrigin = ImmOrigin
"""Another name of `ImmOrigin`."""
comptime MutableOrigin = MutOrigin
"""An older name of `MutOrigin`."""
comptime ImmutableOrigin = ImmOrigin
"""An older name of `ImmOrigin`."""
comptime OriginSet = Origin
"""Several origins."""

comptime MutUnsafeAnyOrigin = __origin_constant["any_mut"]()
"""Any place, changeable; nothing is checked."""
comptime ImmUnsafeAnyOrigin = __origin_constant["any_imm"]()
"""Any place, to read; nothing is checked."""
comptime ImmStaticOrigin = __origin_constant["static"]()
"""Constants, which live as long as the program."""
comptime MutUntrackedOrigin = __origin_constant["external_mut"]()
"""Memory from outside of the program, changeable."""
comptime ImmUntrackedOrigin = __origin_constant["external_imm"]()
"""Memory from outside of the program, to read."""

comptime MutAnyOrigin = MutUnsafeAnyOrigin
"""Another name of `MutUnsafeAnyOrigin`."""
comptime ImmAnyOrigin = ImmUnsafeAnyOrigin
"""Another name of `ImmUnsafeAnyOrigin`."""
comptime ImmutAnyOrigin = ImmUnsafeAnyOrigin
"""Another name of `ImmUnsafeAnyOrigin`."""
comptime MutableAnyOrigin = MutUnsafeAnyOrigin
"""An older name of `MutUnsafeAnyOrigin`."""
comptime ImmutableAnyOrigin = ImmUnsafeAnyOrigin
"""An older name of `ImmUnsafeAnyOrigin`."""
comptime StaticConstantOrigin = ImmStaticOrigin
"""Another name of `ImmStaticOrigin`."""
comptime ImmutableStaticOrigin = ImmStaticOrigin
"""An older name of `ImmStaticOrigin`."""
comptime MutExternalOrigin = MutUntrackedOrigin
"""Another name of `MutUntrackedOrigin`."""
comptime ImmutExternalOrigin = ImmUntrackedOrigin
"""Another name of `ImmUntrackedOrigin`."""
comptime ImmExternalOrigin = ImmUntrackedOrigin
"""Another name of `ImmUntrackedOrigin`."""
comptime UnsafeAnyOrigin[*, mut: Bool] = MutUnsafeAnyOrigin if mut else ImmUnsafeAnyOrigin
"""Any place; nothing is checked."""
comptime AnyOrigin = UnsafeAnyOrigin
"""Another name of `UnsafeAnyOrigin`."""
comptime UntrackedOrigin[*, mut: Bool] = MutUntrackedOrigin if mut else ImmUntrackedOrigin
"""Memory from outside of the program."""
comptime AnyLifetime = Origin
"""An older name of `Origin`."""
comptime MutableLifetime = MutOrigin
"""An older name of `MutOrigin`."""
comptime ImmutableLifetime = ImmOrigin
"""An older name of `ImmOrigin`."""
