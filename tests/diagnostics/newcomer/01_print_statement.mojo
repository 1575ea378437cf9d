def main():
    print "hello"
