@fieldwise_init
struct Counter:
    var value: Int

    def increment(mut self):
        value += 1

def main():
    var c = Counter(0)
    c.increment()
    print(c.value)
