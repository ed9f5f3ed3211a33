"""Signs without width that programs leave within words: they are in no word a person types.

Soft hyphens, spaces and joiners of no width, marks of direction, of presentation and
of byte order. What compares words or names leaves them out; what is shown keeps them.
"""

INVISIBLE = "".join(
    map(
        chr,
        (
            0x00AD,
            0x180E,
            *range(0x200B, 0x2010),
            *range(0x202A, 0x202F),
            *range(0x2060, 0x2065),
            0xFE0E,
            0xFE0F,
            0xFEFF,
        ),
    )
)
