from .money import Money
