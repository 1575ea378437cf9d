# `for var x in l^` gives the elements away: nothing is copied, and what nobody took ends with the loop.


struct Token(Movable):
    var number: Int

    def __init__(out self, number: Int):
        self.number = number

    def __init__(out self, *, deinit move: Self):
        self.number = move.number

    def __deinit__(deinit self):
        print("end", self.number)


struct Counted(Copyable):
    var number: Int

    def __init__(out self, number: Int):
        self.number = number

    def __init__(out self, *, copy: Self):
        self.number = copy.number
        print("copy", self.number)


def make() -> List[Token]:
    var tokens = List[Token]()
    for i in range(1, 4):
        tokens.append(Token(i))
    return tokens^


def keep(var token: Token) -> Int:
    return token.number


def main():
    var tokens = make()
    for var token in tokens^:
        print(token.number)
        if token.number == 2:
            break
    print("temporary")
    for var token in make():
        print("kept", keep(token^))
    print("array")
    var array = [Token(4), Token(5), Token(6)]
    for var token in array^:
        if token.number == 5:
            break
        print("kept", keep(token^))
    var some = [Counted(7), Counted(8)]
    for var one in some^:
        print(one.number)
    var words: List[String] = ["a", "b"]
    for var word in words^:
        word += "!"
        print(word)
