# edition: 2025
# What is raised becomes an Error, and so does an error that crosses a function.


@value
struct Missing(Writable):
    var name: String

    fn write_to[W: Writer](self, mut writer: W):
        writer.write("missing ", self.name)


fn missing() raises:
    raise Missing("a text that is too long to be stored in place")


fn typed() raises Missing:
    raise Missing("a text that is too long to be stored in place")


fn crosses() raises:
    try:
        typed()
    finally:
        print("finally")


def inferred():
    typed()


fn main():
    try:
        missing()
    except e:
        print(e)
    try:
        crosses()
    except e:
        print(e)
    try:
        inferred()
    except e:
        print(e)
    try:
        raise "text"
    except e:
        print(String(e))
