"""Linear algebra: products of matrices."""

from linalg.matmul import batch_matmul, matmul
