"""The boxes: each module holds the races and special powers of one of them."""
