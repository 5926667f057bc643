"""Wire protocol: msgspec structs of all requests, responses and WebSocket messages.

They validate input, and OpenAPI and the page's TypeScript types are generated from them. Unknown fields are refused
(`forbid_unknown_fields`), and every number and text has a bound.
"""
