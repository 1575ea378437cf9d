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

    def cents(self) -> String:  # calls mean the method, everything else the field
        return String(self.cents, " cents")


def main():
    print(Money(1250).dollars())
    print(Money.zero().cents)
    print(Money(5).cents(), Money(5).cents)
