"""What is shown to people: lines as they were read, and links that open a note."""
