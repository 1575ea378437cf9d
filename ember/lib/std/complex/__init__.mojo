"""Complex numbers."""

from std.complex.complex import ComplexFloat32, ComplexFloat64, ComplexScalar, ComplexSIMD, abs
