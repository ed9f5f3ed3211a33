"""What Diurnal does: keeping the index near the disk, answering questions, writing notes.

It sees the world through ``ports`` alone and is handed everything it needs;
``assemble`` decides which adapters those are.
"""
