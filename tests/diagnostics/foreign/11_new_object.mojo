struct Node:
    var value: Int
    var next: Node*


def main():
    Node* n = new Node(3)
    print(n->value)
