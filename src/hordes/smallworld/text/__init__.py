"""Small World as text and JSON: moves, maps and positions read and written, errors for illegal moves, glossary."""
