def main():
    print("Hello from Ember!")
