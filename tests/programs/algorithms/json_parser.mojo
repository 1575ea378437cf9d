# A JSON parser over a tagged node pool, with errors that carry positions.
@fieldwise_init
struct JsonError(Copyable, Writable):
    var at: Int
    var what: String

    def write_to(self, mut writer: Some[Writer]):
        writer.write(self.what, " at ", self.at)


@fieldwise_init
struct Node(Copyable):
    var kind: String
    var text: String
    var number: Float64
    var items: List[Int]
    var keys: List[String]


struct Json:
    var text: String
    var at: Int
    var nodes: List[Node]

    def __init__(out self, text: String):
        self.text = text
        self.at = 0
        self.nodes = List[Node]()

    def peek(self) -> Int:
        if self.at < self.text.byte_length():
            return Int(self.text.as_bytes()[self.at])
        return 0

    def skip(mut self):
        while self.peek() == 32 or self.peek() == 10:
            self.at += 1

    def expect(mut self, c: String) raises JsonError:
        if self.peek() != ord(c):
            raise JsonError(self.at, String("expected ", c))
        self.at += 1

    def add(mut self, var node: Node) -> Int:
        self.nodes.append(node^)
        return len(self.nodes) - 1

    def string(mut self) raises JsonError -> String:
        self.expect('"')
        var start = self.at
        while self.peek() != ord('"'):
            if self.peek() == 0:
                raise JsonError(self.at, "unterminated string")
            self.at += 1
        self.at += 1
        return String(self.text[byte=start : self.at - 1])

    def value(mut self) raises JsonError -> Int:
        self.skip()
        var c = self.peek()
        if c == ord("{"):
            return self.object()
        elif c == ord("["):
            return self.array()
        elif c == ord('"'):
            return self.add(Node("string", self.string(), 0, [], []))
        elif c == ord("t") or c == ord("f"):
            var word = "true" if c == ord("t") else "false"
            self.at += word.byte_length()
            return self.add(Node("bool", word, 0, [], []))
        var sign = 1.0
        if c == ord("-"):
            sign = -1.0
            self.at += 1
        var n = 0.0
        var start = self.at
        while self.peek() >= 48 and self.peek() <= 57:
            n = n * 10 + Float64(self.peek() - 48)
            self.at += 1
        if start == self.at:
            raise JsonError(self.at, "unexpected character")
        return self.add(Node("number", "", sign * n, [], []))

    def array(mut self) raises JsonError -> Int:
        var node = Node("array", "", 0, [], [])
        self.expect("[")
        self.skip()
        while self.peek() != ord("]"):
            node.items.append(self.value())
            self.skip()
            if self.peek() == ord(","):
                self.at += 1
                self.skip()
        self.expect("]")
        return self.add(node^)

    def object(mut self) raises JsonError -> Int:
        var node = Node("object", "", 0, [], [])
        self.expect("{")
        self.skip()
        while self.peek() != ord("}"):
            node.keys.append(self.string())
            self.skip()
            self.expect(":")
            node.items.append(self.value())
            self.skip()
            if self.peek() == ord(","):
                self.at += 1
                self.skip()
        self.expect("}")
        return self.add(node^)

    def show(self, index: Int) -> String:
        ref node = self.nodes[index]
        if node.kind == "number":
            return String(node.number)
        if node.kind == "string":
            return "'" + node.text + "'"
        if node.kind == "bool":
            return node.text
        var out = String("<" if node.kind == "array" else "(")
        for i in range(len(node.items)):
            if i:
                out += " "
            if node.kind == "object":
                out += node.keys[i] + "="
            out += self.show(node.items[i])
        return out + (">" if node.kind == "array" else ")")


def main():
    var inputs: List[String] = ['{"a": [1, -2, {"b": true}], "c": "text"}', "[]", '{"x" 1}', '["open', "[1, ?]"]
    for text in inputs:
        var json = Json(text)
        try:
            var root = json.value()
            print(json.show(root), len(json.nodes))
        except e:
            print("error:", e)
