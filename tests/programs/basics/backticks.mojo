# Identifiers in backticks.
def `odd name`(`an arg`: Int) -> Int:
    return `an arg` * 2


def main():
    var `struct` = 21
    print(`odd name`(`struct`))
    var `with space` = "ok"
    print(`with space`)
