"""Settings: what there is, what was written, what holds. Pure: text in, values out."""
