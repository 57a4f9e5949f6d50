"""Pairs who sat or played elsewhere than planned: the plan is made to fit what happened."""
