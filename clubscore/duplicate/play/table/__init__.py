"""The page on the phone: the member's table, its boards, the entry of a result, the table of the next round."""
