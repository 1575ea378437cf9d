def main():
    var count = 3
    var price = 2.5
    print(count * price)
    print(price + count)
    var small = Int32(7)
    print(small + count)
    price += count
    print(count < price)
