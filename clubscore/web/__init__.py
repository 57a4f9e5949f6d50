"""What every page needs and no app owns: template tags for scores, the health page. Has no models."""
