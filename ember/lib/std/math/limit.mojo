"""The ends of number formats, where code of 2024 looks for them."""

from std.utils.numerics import inf, isfinite, isinf, max_finite, min_finite, neg_inf as neginf
