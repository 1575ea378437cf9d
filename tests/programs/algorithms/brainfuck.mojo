# An interpreter for a tiny language, with a jump table in a dictionary.
def jumps(program: String) raises -> Dict[Int, Int]:
    var table = Dict[Int, Int]()
    var stack = List[Int]()
    var i = 0
    for b in program.as_bytes():
        if Int(b) == ord("["):
            stack.append(i)
        elif Int(b) == ord("]"):
            if not stack:
                raise Error("unmatched ] at ", i)
            var start = stack.pop()
            table[start] = i
            table[i] = start
        i += 1
    if stack:
        raise Error("unmatched [ at ", stack[0])
    return table^


def execute(program: String) raises -> String:
    var table = jumps(program)
    var code = program.as_bytes()
    var tape = List[UInt8](length=64, fill=0)
    var at = 0
    var pc = 0
    var out = String()
    while pc < len(code):
        match chr(Int(code[pc])):
            case ">":
                at += 1
            case "<":
                at -= 1
            case "+":
                tape[at] += 1
            case "-":
                tape[at] -= 1
            case ".":
                out += chr(Int(tape[at]))
            case "[":
                if tape[at] == 0:
                    pc = table[pc]
            case "]":
                if tape[at] != 0:
                    pc = table[pc]
            case _:
                pass
        pc += 1
    return out


def main() raises:
    print(execute("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++."))
    try:
        print(execute("[[]"))
    except e:
        print(e)
