"""The tables as JSON under `/api/v1/`: the same commands and the same refusals as the dealer's screen."""
