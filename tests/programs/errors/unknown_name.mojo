# A name that was never declared.
def main():
    var x = 5
    print(x + y)  # expect-error: 'y'
