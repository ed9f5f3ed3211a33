"""Where the parts become one memory: the only room that knows every adapter.

``parts`` puts together what reads, in the order in which it commits (the catalogue
first, then what replays from it), ``authoring`` what writes, ``scheduling`` the
jobs. The other files each make parts of one kind from the settings.
"""
