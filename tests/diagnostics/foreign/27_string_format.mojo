def main():
    var name = "Ann"
    var age = 3
    print("%s is %d" % (name, age))
