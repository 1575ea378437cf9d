def main():
    var x = 1
    del x
    global y
    y = 2
