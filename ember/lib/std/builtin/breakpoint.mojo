"""breakpoint: stops in a debugger."""

from std.sys.debug import breakpointhook


@always_inline
def breakpoint():
    """Stops the program where it is, for a debugger to take over; without one, the program ends.

    Example:

    ```mojo no-run
    breakpoint()
    ```
    """
    breakpointhook()
