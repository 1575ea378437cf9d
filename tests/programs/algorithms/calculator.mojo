# A recursive-descent parser evaluating arithmetic.
struct Parser:
    var text: String
    var at: Int

    def __init__(out self, text: String):
        self.text = text
        self.at = 0

    def peek(self) -> String:
        if self.at < self.text.byte_length():
            return String(self.text[byte=self.at : self.at + 1])
        return ""

    def skip(mut self):
        while self.peek() == " ":
            self.at += 1

    def expr(mut self) raises -> Int:
        var value = self.term()
        while True:
            self.skip()
            var op = self.peek()
            if op != "+" and op != "-":
                return value
            self.at += 1
            var rhs = self.term()
            value = value + rhs if op == "+" else value - rhs

    def term(mut self) raises -> Int:
        var value = self.factor()
        while True:
            self.skip()
            var op = self.peek()
            if op != "*" and op != "/":
                return value
            self.at += 1
            var rhs = self.factor()
            if op == "/" and rhs == 0:
                raise "division by zero"
            value = value * rhs if op == "*" else value // rhs

    def factor(mut self) raises -> Int:
        self.skip()
        if self.peek() == "(":
            self.at += 1
            var value = self.expr()
            self.skip()
            if self.peek() != ")":
                raise Error("expected ) at ", self.at)
            self.at += 1
            return value
        if self.peek() == "-":
            self.at += 1
            return -self.factor()
        var start = self.at
        while self.peek() and ord(self.peek()) >= 48 and ord(self.peek()) <= 57:
            self.at += 1
        if start == self.at:
            raise Error("expected a number at ", self.at)
        return Int(String(self.text[byte=start : self.at]))


def main():
    var inputs: List[String] = ["1 + 2 * 3", "(1+2)*3 - -4", "100 / (7 - 2)", "2 * (3", "4 / 0", "x"]
    for text in inputs:
        try:
            var parser = Parser(text)
            print(text, "=", parser.expr())
        except e:
            print(text, "->", e)
