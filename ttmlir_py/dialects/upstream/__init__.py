"""What the project adds to, or corrects in, dialects that xDSL defines."""
