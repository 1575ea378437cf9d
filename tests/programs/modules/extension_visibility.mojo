# Extensions of a struct's package belong to the struct; others come with the modules that are imported, also through
# other modules and inside functions. Names in an extension are those of its own file.
from extension_between import kind
from extension_visibility_lib import Money
from extension_visibility_lib.money import Box


__extension Money(Writable):
    def write_to(self, mut writer: Some[Writer]):
        writer.write("Money of ", self.cents)


def describe(value: Money) -> String:
    return value.greet() + "!"


def locally() -> Int:
    from extension_late import late

    return Money(late).later()


def main():
    var money = Money(whole=2) + Money(5)
    print(money.price(), Money.whole, money.label())
    print(money.shown(), money.shown(" cents"))
    print(Box(3).text(), Box(String("x")).text())
    print(money.greet(), Money.word, describe(money))
    print(money, kind(money), kind(Box(1)))
    print(locally())
