"""What else a thing is called, as a table by words."""

from __future__ import annotations

from diurnal.engine.other_names import OtherNames
from diurnal.rank.tokens import query_tokens


def test_a_name_of_several_words_counts_only_when_all_are_asked() -> None:
    """
    "Ada" is not "Ada Lovelace"; asked in full, the countess is meant as well.
    """
    names = OtherNames()
    names.put("people/Ada.md", "Ada Lovelace", ["Countess"])

    assert () == names.beside(query_tokens("Ada"))
    assert ("countess",) == names.beside(query_tokens("what did Ada Lovelace write"))


def test_a_page_without_a_second_name_adds_nothing() -> None:
    names = OtherNames()
    names.put("Tea.md", "Tea", [])
    names.put("Coffee.md", "Coffee", ["Coffee"])

    assert () == names.beside(["tea", "coffee"])
    assert frozenset() == names.of("tea")


def test_two_pages_of_one_name_are_both_meant_and_leave_one_by_one() -> None:
    """
    Dropping one page takes its names away and no other page's.
    """
    names = OtherNames()
    names.put("a/Mercury.md", "Mercury", ["Hg"])
    names.put("b/Mercury.md", "Mercury", ["planet"])
    (mercury,) = query_tokens("Mercury")

    assert {"hg", "planet"} == names.of(mercury)
    names.drop("a/Mercury.md")
    assert {"planet"} == names.of(mercury)
    names.drop("b/Mercury.md")
    assert frozenset() == names.of(mercury)
    assert () == names.beside([mercury, "hg", "planet"])


def test_a_page_that_is_the_owners_alone_has_no_other_name_for_an_agent() -> None:
    """
    It has for the owner, and for both once it is open to all.
    """
    names = OtherNames()
    names.put("Ben.md", "Ben", ["Benny"], for_owner=True)

    assert ({"benni"}, frozenset()) == (set(names.of("ben")), names.of("ben", for_agent=True))
    assert (("benni",), ()) == (names.beside(["ben"]), names.beside(["ben"], for_agent=True))

    names.put("Ben.md", "Ben", ["Benny"])
    assert {"benni"} == names.of("ben", for_agent=True)
