from extension_visibility_lib import Money

comptime late = 7


__extension Money:
    def later(self) -> Int:
        return self.cents + late
