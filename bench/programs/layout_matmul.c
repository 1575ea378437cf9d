/* The same numbers as layout_matmul.mojo by the loops of matmul.c. */
#include "matmul.c"
