# Quotes, escapes, raw strings, triple quotes, adjacent literals.
def main():
    print('single', "double")
    print("tab\there", "quote\"s", 'it\'s', "back\\slash")
    print("hex\x41 oct\101 u\u00e9 U\U0001F600")
    print(r"raw\n stays")
    print("adja" "cent" ' strings')
    print("""triple
  quoted "text"
end""")
    print('''also
this''')
    print("line one\
 continued")
