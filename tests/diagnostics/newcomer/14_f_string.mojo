def main():
    var name = "ann"
    print(f"hello {name}")
