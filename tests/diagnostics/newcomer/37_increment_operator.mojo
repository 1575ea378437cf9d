def main():
    var i = 0
    i++
    print(i)
