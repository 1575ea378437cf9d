def main():
    var x = 1
      var y = 2
    print(x + y)
