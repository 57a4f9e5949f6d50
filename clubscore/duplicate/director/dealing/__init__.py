"""The hands of a session. A director deals or names them; directors who do not play may look at them; play opens
them."""
