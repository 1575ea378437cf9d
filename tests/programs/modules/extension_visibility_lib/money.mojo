@fieldwise_init
struct Money(Copyable):
    var cents: Int

    def shown(self) -> String:
        return String(self.cents)


@fieldwise_init
struct Box[T: Copyable & Deinitable](Copyable):
    var item: Self.T
