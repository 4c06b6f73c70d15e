"""What `make bench` measures: every figure a ratio of two things done side by side in one run."""
