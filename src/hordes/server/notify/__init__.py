"""Turn notifications by Web Push and mail."""
