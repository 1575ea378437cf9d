"""Circles and what is measured on them."""

from shapes._private import Corner

comptime PI = 3.0
"""Near enough."""
comptime _SECRET = 42


trait Shape:
    """What has an area."""

    def area(self) -> Float64:
        """How big it is."""
        ...


struct Circle(Copyable, Shape):
    """A circle around the origin. It has no `Corner`, but an `area()`; see `total_area`.

    Example:

    ```mojo
    from shapes import Circle

    var circle = Circle(radius=2)
    print(circle.area())  # 12.0
    for i in range(2):
        print(i)
    # prints: 0
    # prints: 1
    ```
    """

    comptime Unit = Float64
    """What lengths are measured in."""
    var radius: Float64
    """From the middle to the rim."""
    var _cache: Float64

    @implicit
    def __init__(out self, radius: Float64):
        """A circle of any size.

        Args:
            radius: From the middle to the rim; a long explanation
                goes on here.

        Raises:
            Nothing, ever.
        """
        self.radius = radius
        self._cache = 0

    def __init__(out self, *, diameter: Float64):
        """A circle by its diameter."""
        self = Self(diameter / 2)

    def area(self) -> Float64:
        """How big it is: `PI` times the squared `Circle.radius`, with **care** & <attention>.

        Returns:
            The area:

            - exact for integers
            - nearly exact for others
        """
        return PI * self.radius * self.radius

    def _secret(self):
        pass


def total_area[
    T: Shape & Copyable
](
    shapes: List[T],
    scale: Float64 = 1.0,
) -> Float64:
    """The areas of all shapes together.

    Parameters:
        T: The type of the shapes.

    Args:
        shapes: What to measure.
        scale: What to multiply with.

    Example:

    ```mojo
    from shapes import Circle, total_area
    from std.testing import assert_equal

    def twice(x: Float64) -> Float64:
        return 2 * x

    assert_equal(twice(total_area([Circle(1), Circle(2)])), 30.0)
    ```

    ```text
    not code
    ```
    """
    var total: Float64 = 0
    for shape in shapes:
        total += shape.area()
    return total * scale
