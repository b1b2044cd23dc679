"""What `build.py` is made of: the standard library only, so that a bare Python runs it."""
