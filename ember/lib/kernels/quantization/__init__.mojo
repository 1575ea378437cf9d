"""Quantised weights: their encodings, products with them, and the numbers they stand for."""

from quantization.dequantize import dequantize
from quantization.encodings import Encoding
from quantization.qmatmul import pack_weights, qmatmul
