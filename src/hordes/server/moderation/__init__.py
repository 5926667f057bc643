"""What visitors can do about others: removing seats, closing tables, muting and reporting in the chat."""
