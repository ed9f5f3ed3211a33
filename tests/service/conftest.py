"""The fixtures of the socket's tests."""

from service_room import limits as limits
from service_room import places as places
from service_room import served as served
from service_room import talk as talk
from service_room import vault as vault
