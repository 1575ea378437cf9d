def main():
    print("hi")

main()
