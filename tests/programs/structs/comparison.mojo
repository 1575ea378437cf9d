# Comparable: __lt__ gives the other orderings; sort and min/max use it.
@fieldwise_init
struct Version(Comparable, Copyable, Writable):
    var major: Int
    var minor: Int

    def __lt__(self, other: Self) -> Bool:
        if self.major != other.major:
            return self.major < other.major
        return self.minor < other.minor

    def __eq__(self, other: Self) -> Bool:
        return self.major == other.major and self.minor == other.minor

    def write_to(self, mut writer: Some[Writer]):
        writer.write(self.major, ".", self.minor)


def main():
    var a = Version(1, 2)
    var b = Version(1, 10)
    print(a < b, a > b, a <= b, a >= b, a == b, a != b)
    print(max(a, b), min(a, b))
    var vs: List[Version] = [Version(2, 0), Version(1, 5), Version(1, 1)]
    sort(vs)
    for v in vs:
        print(v)
