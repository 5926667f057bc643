"""`hordes report`: aggregates stored simulation results and writes an HTML page with plots."""
