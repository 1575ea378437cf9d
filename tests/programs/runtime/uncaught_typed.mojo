# expect-exit: 1 Unhandled exception caught during execution
# A typed error that leaves main.
@fieldwise_init
struct Oops(Copyable, Writable):
    var code: Int

    def write_to(self, mut writer: Some[Writer]):
        writer.write("oops code ", self.code)


def main() raises Oops:
    print("start")
    raise Oops(4)
