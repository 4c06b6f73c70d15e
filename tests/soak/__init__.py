"""Whole evenings in Chromium: hundreds of hands tapped on tablets, with everything going wrong that goes wrong.

`python -m tests.soak --hands 600` plays them; at the end the log must fold to what the screens showed.
"""
