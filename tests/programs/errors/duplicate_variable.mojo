# Two declarations of a name in one scope.
def main():
    var x = 1
    var x = 2  # expect-error: 'x'
    print(x)
