"""Pages of tables and hands: thin; they parse, call a service or a selector, and render."""
