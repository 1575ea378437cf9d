"""Pipelines of tiles in shared memory: those who fill stages and those who read them go round in the same order."""


@fieldwise_init
struct Turn[stages: Int](TrivialRegisterPassable):
    """The stage whose turn it is, and the parity of the barriers' phase."""

    var stage: Int
    var phase: Int32

    @always_inline
    def advance(mut self, count: Int = 1):
        """On to the next stage, or `count` stages further on; after the last one the first, in the other phase."""
        self.stage += count
        if self.stage >= Self.stages:
            self.stage -= Self.stages
            self.phase ^= 1
