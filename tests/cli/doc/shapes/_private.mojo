"""Not documented itself; the package documents what it passes on."""


@fieldwise_init
struct Corner(Copyable):
    """Where two sides meet."""

    var angle: Float64
    """In degrees."""


struct _Hidden:
    """Nobody sees this."""
