# Variadic keyword arguments.
def settings(var **kw: Int):
    print(len(kw))
    for item in kw.items():
        print(item.key, item.value)


def main() raises:
    settings(a=1, b=2)
    settings()
    settings(width=3, height=4, depth=5)
