"""Strategy: the trait of what makes random values."""

from std.testing.prop.random import Rng


trait Strategy(Movable):
    """Makes random values for property tests.

    Values that break a property are made smaller by taking smaller random numbers, so a strategy needs no code for that; it
    is enough that smaller numbers make simpler values.

    Example:

    ```mojo
    from std.testing import assert_true
    from std.testing.prop import PropTest, Rng, Strategy

    @fieldwise_init
    struct Evens(Strategy):
        comptime Value = Int

        def value(mut self, mut rng: Rng) raises -> Int:
            return rng.rand_int(min=0, max=50) * 2

    def is_even(n: Int) raises:
        assert_true(n % 2 == 0)

    PropTest().test[is_even](Evens())
    ```
    """

    comptime Value: Movable
    """The type of the values."""

    def value(mut self, mut rng: Rng) raises -> Self.Value:
        """A random value."""
        ...
