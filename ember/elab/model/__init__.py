"""What elaboration speaks of: types, values, declarations, the function being elaborated, the library's declarations."""
