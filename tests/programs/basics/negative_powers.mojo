# Negative powers of integers are rounded towards zero, in literals as in variables.
def main():
    var one = 1
    var two = 2
    print(2 ** -1, 1 ** -3, (-1) ** -3, (-1) ** -2, (-5) ** -1)
    print(two ** -1, one ** -3, (-one) ** -3, (-one) ** -2, (-5 * one) ** -1)
