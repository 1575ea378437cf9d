import numpy as np


def main():
    var a = np.zeros((3, 3))
    print(a)
