"""The fixtures of the tests about answers."""

from answer_room import api as api
from answer_room import home as home
from answer_room import skin as skin
from answer_room import vault as vault
