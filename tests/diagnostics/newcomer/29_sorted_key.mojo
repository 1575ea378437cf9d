def main():
    var words = ["pear", "fig"]
    for w in sorted(words, key=len):
        print(w)
