"""The page on the phone: the own table, its boards, the entry of a result, where next."""
