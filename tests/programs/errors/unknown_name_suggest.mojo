# A misspelled name.
def main():
    var counter = 1
    print(countr)  # expect-error: countr
