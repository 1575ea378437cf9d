"""Types with bit patterns that no value of theirs has."""

from std.memory.maybe_uninitialized import MaybeUninit


@fieldwise_init
struct NicheIndex(Equatable, TrivialRegisterPassable):
    """Which of a type's unused bit patterns is in a place, or `NotANiche` for a value."""

    var value: Int

    comptime NotANiche = NicheIndex(-1)


trait UnsafeNicheable:
    """Tells of bit patterns that are no values of the type."""

    @staticmethod
    def niche_count() -> Int:
        """How many there are."""
        ...

    @staticmethod
    def write_niche[index: Int](memory: Pointer[mut=True, MaybeUninit[Self], _]):
        """Writes one of them."""
        ...

    @staticmethod
    def classify_niche(memory: Pointer[mut=False, MaybeUninit[Self], _]) -> NicheIndex:
        """Which of them is there."""
        ...
