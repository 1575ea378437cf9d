struct Counter:
    count: Int

    def __init__(self):
        self.count = 0


def main():
    var c = Counter()
    print(c.count)
