"""HTTP and template helpers that belong to no app: middleware, pagination, CSV, money, the health page. No models."""
