"""What the compiler itself provides: built-in functions and raw IR."""
