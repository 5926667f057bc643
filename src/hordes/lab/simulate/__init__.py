"""`hordes simulate`: plays games in bulk in several processes or on Ray, and stores the results as Parquet."""
