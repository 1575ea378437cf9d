# Computed attributes, fluent updates, and reading fields through references.
struct Temperature(Copyable):
    var celsius: Float64

    def __init__(out self, celsius: Float64):
        self.celsius = celsius

    def fahrenheit(self) -> Float64:
        return self.celsius * 9 / 5 + 32

    def warmed(self, by: Float64) -> Self:
        var t = self.copy()
        t.celsius += by
        return t^


struct Room:
    var temps: List[Temperature]
    var names: List[String]

    def __init__(out self):
        self.temps = List[Temperature]()
        self.names = List[String]()

    def add(mut self, name: String, celsius: Float64) -> ref[self] Self:
        self.temps.append(Temperature(celsius))
        self.names.append(name)
        return self

    def hottest(ref self) -> ref[self.temps[0]] Temperature:
        var best = 0
        for i in range(len(self.temps)):
            if self.temps[i].celsius > self.temps[best].celsius:
                best = i
        return self.temps[best]


def main():
    var room = Room()
    _ = room.add("desk", 20)
    _ = room.add("stove", 95.5)
    _ = room.add("door", 12)
    print(room.hottest().celsius)
    print(room.hottest().fahrenheit())
    room.hottest().celsius -= 100
    print(room.hottest().celsius)
    print(room.temps[1].celsius)
    print(room.temps[0].warmed(5).celsius, room.temps[0].celsius)
