"""Notes as text: bytes in, records out. Pure: no disk, no clock, no index."""

from diurnal.text.decoding import Decoded, decode
from diurnal.text.reader import READER_RECIPE, Reader

__all__ = ["READER_RECIPE", "Decoded", "Reader", "decode"]
