"""The boxes of the game: each module holds the races and special powers of one expansion; folders are game modes."""
