# Traits refining other traits, static requirements, composition.
trait Named:
    @staticmethod
    def type_name() -> String:
        ...


trait Animal(Named):
    def sound(self) -> String:
        ...

    def speak(self) -> String:
        return Self.type_name() + " says " + self.sound()


trait Heavy:
    def weight(self) -> Int:
        ...


@fieldwise_init
struct Dog(Animal):
    @staticmethod
    def type_name() -> String:
        return "Dog"

    def sound(self) -> String:
        return "woof"


@fieldwise_init
struct Cow(Animal, Heavy):
    var kg: Int

    @staticmethod
    def type_name() -> String:
        return "Cow"

    def sound(self) -> String:
        return "moo"

    def weight(self) -> Int:
        return self.kg


comptime HeavyAnimal = Animal & Heavy


def weigh[T: HeavyAnimal](a: T):
    print(a.speak(), a.weight())


def static_name[T: Named]() -> String:
    return T.type_name()


def main():
    print(Dog().speak())
    weigh(Cow(700))
    print(static_name[Dog](), static_name[Cow]())
