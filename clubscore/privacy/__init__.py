"""Privacy of members: the privacy page, seeing and correcting one's own data, and erasing a member."""
