"""The fixtures of the tests of what agents get."""

from answer_room import home as home
from answer_room import skin as skin
from answer_room import vault as vault
