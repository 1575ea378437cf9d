"""Completes `Circle`."""

from shapes.circle import Circle


__extension Circle(Boolable):
    def grown(self, by: Float64) -> Self:
        """A larger one.

        ```mojo
        from shapes import Circle

        print(Circle(radius=1).grown(2).radius)  # 3.0
        ```
        """
        return Self(self.radius + by)

    def __init__(out self, *, like: Self):
        """A circle of the same size."""
        self = Self(like.radius)

    def __bool__(self) -> Bool:
        """Whether there is anything of it."""
        return self.radius > 0


__extension SIMD:
    def not_shown(self):
        """An extension of what is not documented here is left out."""
        pass
