def main():
    var total = 0
    for i in range(10):
        totl += i
    print(total)
