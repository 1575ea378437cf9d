class Dog:
    def __init__(self, name):
        self.name = name

def main():
    d = Dog("rex")
    print(d.name)
