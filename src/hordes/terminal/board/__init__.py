"""Drawing of maps and boards for the terminal: map data, rasterising, labels, colours, and export as SVG."""
