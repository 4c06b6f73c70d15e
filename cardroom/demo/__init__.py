"""The demo room: its tables, and evenings that go on by themselves at some of them. Never at work in another room."""
