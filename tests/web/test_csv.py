"""Writing CSV that spreadsheets can open safely."""

import pytest

from clubscore.web.csv import csv_response, csv_text, without_quote


def test_a_file_has_a_byte_order_mark_a_header_and_windows_line_ends():
    assert (
        csv_text(["name", "net"], [["Müller, “Bo”", -810]])
        == '\ufeffname,net\r\n"Müller, “Bo”",-810\r\n'
    )


@pytest.mark.parametrize("name", ["=1+1", "+49", "-x", "@SUM(A1)", "\tx", "\rx"])
def test_a_text_that_would_run_as_a_formula_is_guarded_and_comes_back_as_it_was(name):
    guarded = csv_text(["name"], [[name]]).split("\r\n", 1)[1].strip('"\r\n')
    assert guarded == f"'{name}"
    assert without_quote(guarded) == name


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("x;=1+1;y", "x;'=1+1;y"),  # where cells are parted by semicolons
        ("x\n@SUM(A1)", "x\n'@SUM(A1)"),
        ("＝1+1", "'＝1+1"),
        ("\t=1", "'\t'=1"),
        ("a; b, -c", "a; b, -c"),
    ],
)
def test_a_formula_behind_a_semicolon_or_in_wide_signs_is_guarded_too(name, kept):
    guarded = (
        csv_text(["name"], [[name]]).split("\r\n", 1)[1].removesuffix("\r\n").strip('"')
    )
    assert guarded == kept
    assert without_quote(guarded) == name


def test_numbers_stay_numbers_and_an_apostrophe_of_ones_own_stays():
    assert csv_text(["a", "b", "c", "d"], [[-3, 1.5, True, None]]).endswith(
        "-3,1.5,1,\r\n"
    )
    assert without_quote("'t Hooft") == "'t Hooft"


def test_the_answer_is_a_download():
    answer = csv_response("standings.csv", ["a"], [])
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="standings.csv"'
