def main():
    var total = 0
    for i in range(3):
        total += i
      total += 1
   print(total)
    if total:
    print("some")
