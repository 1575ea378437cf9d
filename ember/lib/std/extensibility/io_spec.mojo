"""IO and IOSpec: what a kernel does with a tensor."""


@fieldwise_init
struct IO(Equatable, TrivialRegisterPassable):
    """Whether a kernel reads or writes a tensor, and whether neighbours may be fused into that.

    Example:

    ```mojo
    from extensibility import IO

    print(IO.Input == IO.Output, IO.Input.value)  # False 1
    ```
    """

    comptime Unknown = IO(-1)
    """Neither is said."""
    comptime Output = IO(0)
    """It is written."""
    comptime Input = IO(1)
    """It is read."""
    comptime FusedInput = IO(2)
    """It is read, and may be computed where it is read."""
    comptime FusedOutput = IO(3)
    """It is written, and what is written may be used in place."""
    comptime _FusedComputeOutput = IO(31)

    var value: Int
    """A number for the kind."""

    def __eq__(self, other: Self) -> Bool:
        """True for the same kind."""
        return self.value == other.value


struct IOSpec[mut: Bool, input: IO](Defaultable, TrivialRegisterPassable):
    """What a kernel does with a tensor, as a value.

    Example:

    ```mojo
    from extensibility import IO, IOSpec

    comptime changes = IOSpec[True, IO.Input]()
    print(changes.mut)  # True
    ```
    """

    @always_inline
    def __init__(out self):
        """The value."""
        pass


comptime IOUnknown = IOSpec[True, IO.Unknown]()
"""Nothing is said.

Example:

```mojo
from extensibility import Input, Output

print(Input.mut, Output.mut)  # False True
```
"""
comptime Input = IOSpec[False, IO.Input]()
"""It is read."""
comptime Output = IOSpec[True, IO.Output]()
"""It is written."""
comptime MutableInput = IOSpec[True, IO.Input]()
"""It is read and changed."""
comptime FusedInput = IOSpec[False, IO.FusedInput]()
"""It is read, and may be computed where it is read."""
comptime FusedOutput = IOSpec[True, IO.FusedOutput]()
"""It is written, and what is written may be used in place."""
comptime _FusedComputeOutput = IOSpec[True, IO._FusedComputeOutput]()
