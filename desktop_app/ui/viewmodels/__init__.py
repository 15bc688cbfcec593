"""What the window shows, as state and intents; knows Qt's signals but no widget."""
