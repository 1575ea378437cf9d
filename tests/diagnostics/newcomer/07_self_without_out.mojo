struct Dog:
    var name: String

    def __init__(self, name: String):
        self.name = name

def main():
    var d = Dog("rex")
    print(d.name)
