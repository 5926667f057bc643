"""The rules of Small World: board, table, turn, conquest, decline, redeployment, scoring, and the boxes' pieces."""
