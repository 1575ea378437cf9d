def main():
    var factor = 3

    def times(x: Int) raises {imm factor} -> Int:
        return x * factor

    var text: String = times
    var number: Int = lambda (x: Int) -> Bool: x > 3

    def forgot() -> Int:
        return factor + 1

    times.name()
