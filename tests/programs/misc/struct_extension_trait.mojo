# An extension adds a conformance.
trait Greets:
    def greet(self) -> String:
        ...


@fieldwise_init
struct Robot:
    var id: Int


__extension Robot(Greets):
    def greet(self) -> String:
        return String("beep ", self.id)


def say[T: Greets](x: T):
    print(x.greet())


def main():
    say(Robot(5))
