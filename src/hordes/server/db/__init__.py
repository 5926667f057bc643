"""Database: schema, migrations, queries, batched appends to the log, change notices between processes, backup."""
