# Structs holding structs, mutation through nested fields, methods on fields.
@fieldwise_init
struct Wheel(Copyable):
    var size: Int
    var pressure: Float64

    def inflate(mut self, by: Float64):
        self.pressure += by


struct Car:
    var name: String
    var wheels: List[Wheel]

    def __init__(out self, var name: String):
        self.name = name^
        self.wheels = List[Wheel]()
        for i in range(4):
            self.wheels.append(Wheel(15 + i % 2, 2.0))


def main():
    var car = Car("beetle")
    car.wheels[1].inflate(0.5)
    car.wheels[2].size = 99
    for w in car.wheels:
        print(w.size, w.pressure)
    print(car.name)
    car.name += "!"
    print(car.name)
