"""HTTP: routes by subject, security middleware, rate and connection limits, metrics."""
