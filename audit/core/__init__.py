"""The log without a database: canonical JSON, records, streams, event types and the walk along a chain."""
