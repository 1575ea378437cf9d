def main():
    var total = 0
    var step = 2

    def add(x: Int) {}:
        total += x

    def grow() {mut total}:
        total += step

    def shrink() {imm}:
        total -= step

    def report() {imm total}:
        print(total)

    def twice():
        report()

    add(1)
    grow()
    shrink()
    twice()
