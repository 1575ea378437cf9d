# A struct with fields, an initialiser and methods.
struct Counter:
    var count: Int
    var step: Int

    def __init__(out self, step: Int = 1):
        self.count = 0
        self.step = step

    def tick(mut self):
        self.count += self.step

    def value(self) -> Int:
        return self.count

    @staticmethod
    def describe() -> String:
        return "a counter"


def main():
    var c = Counter()
    c.tick()
    c.tick()
    var d = Counter(step=5)
    d.tick()
    print(c.value(), d.value(), d.step)
    c.count = 40
    c.tick()
    print(c.count, Counter.describe())
