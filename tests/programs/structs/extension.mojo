# Adding methods to an existing struct with __extension.
@fieldwise_init
struct Money:
    var cents: Int


__extension Money:
    def dollars(self) -> Float64:
        return Float64(self.cents) / 100

    @staticmethod
    def zero() -> Money:
        return Money(0)


def main():
    print(Money(1250).dollars())
    print(Money.zero().cents)
