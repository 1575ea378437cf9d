"""Origins, by their module."""

from std.builtin.origin import (
    AnyOrigin,
    ImmOrigin,
    ImmStaticOrigin,
    ImmUnsafeAnyOrigin,
    ImmUntrackedOrigin,
    ImmutAnyOrigin,
    MutAnyOrigin,
    MutOrigin,
    MutUnsafeAnyOrigin,
    MutUntrackedOrigin,
    Origin,
    OriginSet,
    UnsafeAnyOrigin,
    UntrackedOrigin,
)
