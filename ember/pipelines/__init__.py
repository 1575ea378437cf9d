"""Language models: from files of weights to text."""
