# Capture lists: imm, mut, var (copy), and a default.
def main():
    var base = 10
    var count = 0
    var name = String("log")

    def add(x: Int) {imm base} -> Int:
        return x + base

    def bump() {mut count}:
        count += 1

    def tag(x: Int) {var name} -> String:
        return name + ":" + String(x)

    def everything() {mut}:
        count += base

    print(add(5))
    bump()
    bump()
    print(count)
    print(tag(3))
    everything()
    print(count)
    name = "changed"
    print(name)
