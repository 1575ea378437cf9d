"""What is true of types and signatures: facts, archetypes, packs, inference."""
