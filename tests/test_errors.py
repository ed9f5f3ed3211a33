"""What every refusal owes whoever meets it."""

from __future__ import annotations

from diurnal.errors import DiurnalError, WriteFailed
from diurnal.service.faults import fault_from_wire, fault_to_wire


def test_a_write_that_failed_says_what_to_do_next() -> None:
    """
    Where nobody knows better it is the usual thing; a better hint takes its place, and none is said twice.
    """
    usual = WriteFailed("The log could not be written: No space left on device.")
    better = WriteFailed("The vault is not there.", hint="Bring it back.")

    assert str(usual).endswith(
        "written: No space left on device. Check the rights and the free space there, then try again."
    )
    assert str(better) == "The vault is not there. Bring it back."
    assert str(DiurnalError("That is all.")) == "That is all."


def test_a_refusal_says_the_same_on_the_other_side_of_the_socket() -> None:
    """
    What is raised again by a client has the class, the sentence and the hint it was raised with.
    """
    told = WriteFailed("The log could not be written.")
    again = fault_from_wire(fault_to_wire(told))

    assert (type(again), str(again)) == (WriteFailed, str(told))
