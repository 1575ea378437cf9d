"""Pipelines of tiles in shared memory: those who fill stages and those who read them go round in the same order."""


@fieldwise_init
struct Turn[stages: Int](TrivialRegisterPassable):
    """The stage whose turn it is, and the parity of the barriers' phase."""

    var stage: Int
    var phase: Int32

    @always_inline
    def advance(mut self):
        """On to the next stage; after the last one the first, in the other phase."""
        self.stage += 1
        if self.stage == Self.stages:
            self.stage = 0
            self.phase ^= 1
