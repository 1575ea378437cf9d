#include <iostream>

def main():
    std::cout << "hello" << std::endl;
