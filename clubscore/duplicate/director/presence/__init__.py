"""The word of members whom somebody else has seated: "I am there", or "I am not there", and its decision."""
