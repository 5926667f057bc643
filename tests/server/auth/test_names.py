"""Names of accounts, seats and tables: line breaks, invisible characters and look-alikes."""

import pytest

from hordes.engine.errors import BadRequest, Refusal
from hordes.server.auth.names import check_account_name, check_seat_name, clean_chat, clean_text, folded_name, skeleton
from tests.server.clients import ME, OPEN, Guest

CYRILLIC_BOB = "b\u043eb"


def register(guest: Guest, name: str, status: int = 201) -> dict[str, str]:
    answer: dict[str, str] = guest.post("/api/accounts", {"name": name, "password": "correct horse"}, status)
    return answer


@pytest.mark.parametrize("name", ["bob\n", "\nbob", "bob\r", "b ob", "bob\u202e", "bob\u200b", "bob\u3164", "b/ob", ""])
def test_a_name_of_an_account_is_letters_only(name: str) -> None:
    with pytest.raises(BadRequest, match="made of letters, digits"):
        check_account_name(name)


@pytest.mark.parametrize("name", [CYRILLIC_BOB, "\u0410nn", "p\u03b1ul"])
def test_a_name_of_letters_of_two_alphabets_is_refused(name: str) -> None:
    with pytest.raises(BadRequest, match="mixes letters of different alphabets"):
        check_account_name(name)
    with pytest.raises(BadRequest, match="mixes letters of different alphabets"):
        check_seat_name(name)


@pytest.mark.parametrize("name", ["Борис", "Ζωή", "José", "李小龍", "さくらサクラ桜", "김철수", "x_1.y-2", "Łukasz"])
def test_names_of_any_one_alphabet_are_welcome(name: str) -> None:
    assert check_account_name(name) == name
    assert check_seat_name(name) == name


def test_two_words_may_be_of_two_alphabets_and_ordinals_are_latin() -> None:
    for name in ("DJ Иван", "Mª José", "Anna \U0001f409", "3-й"):
        assert check_seat_name(name) == name


@pytest.mark.parametrize("twin", ["b0b", "BOB", "\uff42\uff4f\uff42", CYRILLIC_BOB, "bοb"])
def test_twins_of_a_name_have_its_skeleton(twin: str) -> None:
    assert skeleton(twin) == skeleton("bob")


def test_names_that_differ_have_skeletons_that_differ() -> None:
    names = [
        "ann",
        "bob",
        "bod",
        "rob",
        "carl",
        "dora",
        "erik",
        "Ida",
        "ivan",
        "José",
        "Jose",
        "x1",
        "x2",
        "Борис",
        "Роза",
    ]
    assert len({skeleton(name) for name in names}) == len(names)


def test_a_name_has_a_length_also_in_the_normal_form_and_folded(ann: Guest) -> None:
    answer = register(ann, "\ufb03" * 11, 400)  # three letters each
    assert answer["message"] == "A name of an account has 2 to 30 letters."
    assert len(folded_name("\u0390" * 30)) <= 60, "the length of the column"
    register(ann, "\u0390" * 30)


def test_nobody_registers_a_twin_of_an_account(ann: Guest, bob: Guest) -> None:
    register(ann, "paul")
    for twin in ("paul\n", "p\u0430ul"):
        assert register(bob, twin, 400)["code"] == "bad_request"
    for twin in ("PAUL", "pau1", "\uff50\uff41\uff55\uff4c"):
        answer = register(bob, twin, 409)
        assert answer["code"] == "taken"
        assert "or looks like one that is" in answer["message"]
    register(bob, "paula")


def test_an_account_is_found_by_a_wide_writing_of_its_name(ann: Guest, bob: Guest) -> None:
    register(ann, "Wilma")
    answer = bob.post("/api/session", {"name": "\uff37ilma", "password": "correct horse"}, 201)
    assert answer["account"] == "Wilma"


def test_a_guest_does_not_look_like_another_player_at_the_table(ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, OPEN, OPEN], name="Bill")
    path, invite = f"/api/tables/{made['table']}/join", made["invite"]
    answer = bob.post(path, {"name": "BiIl", "invite": invite}, 400)
    assert answer["message"] == "BiIl looks like Bill, who sits here already; please take another name."
    assert "alphabets" in bob.post(path, {"name": "B\u0456ll", "invite": invite}, 400)["message"]
    bob.post(path, {"name": "Bella", "invite": invite}, 200)


@pytest.mark.parametrize("name", ["\u3164", "\u202e", "\u0301\u0301", "\u2800\u2800"])
def test_a_name_that_is_drawn_as_nothing_is_refused(ann: Guest, name: str) -> None:
    body = {"seats": [ME, OPEN], "options": {"players": 2}, "name": name}
    assert ann.post("/api/tables", body, 400)["message"] == "A name needs at least one letter."
    with pytest.raises(Refusal, match="at least one letter"):
        check_seat_name(name)


def test_titles_are_one_line_without_turns_of_direction(ann: Guest) -> None:
    made = ann.create([ME, OPEN], title="An\nevening\u202e \u2067with friends" + "\u0301" * 50)
    assert ann.get(f"/api/tables/{made['table']}")["title"] == "An evening with friend\u015b" + "\u0301" * 3


def test_chat_is_cleaned_and_blank_lines_are_refused(ann: Guest) -> None:
    made = ann.create([ME, OPEN])
    with ann.open_viewer(made["table"]) as me:
        me.until("snapshot")
        me.send(type="say", text="\u202ehello\nyou \U0001f469\u200d\U0001f680")
        assert me.until("chat")["text"] == "hello you \U0001f469\u200d\U0001f680"
        me.send(type="say", text="\u202e\u200b")
        assert me.until("no")["message"] == "This line has no printable character."
    assert clean_chat("plain") == clean_text("plain") == "plain"
