"""The house rules of every system: immutable, to and from JSON, refused if unknown, and described in words
for players.
"""

import json
import pickle
from dataclasses import FrozenInstanceError

import pytest

from scoring import SYSTEMS, InvalidDeal, InvalidRules, RuleLabel, parse_deal
from scoring.systems.royal_auction import deal as royal_deal

every_system = pytest.mark.parametrize("system", SYSTEMS.values(), ids=list(SYSTEMS))
every_value = pytest.mark.parametrize(
    ("system", "rule", "value"),
    [
        (system, rule, value)
        for system in SYSTEMS.values()
        for rule, values in system.allowed_rules().items()
        for value in values
    ],
)


@every_system
def test_the_first_value_of_a_rule_is_its_default(system):
    first = {rule: values[0] for rule, values in system.allowed_rules().items()}
    assert system.default_rules.as_json() == first
    assert system.rules({}) == system.default_rules


@every_value
def test_every_value_goes_to_json_and_back(system, rule, value):
    rules = system.rules({rule: value})
    assert rules.as_json()[rule] == value
    assert system.rules(json.loads(json.dumps(rules.as_json()))) == rules
    assert system.rules({rule: str(value)}) == rules
    assert system.fold([], rules=rules).rules == rules


@every_system
def test_what_is_not_allowed_is_refused_with_what_is(system):
    with pytest.raises(
        InvalidRules, match=f"the rules are: {', '.join(system.allowed_rules())}"
    ):
        system.rules({"weather": "fine"})
    for rule, values in system.allowed_rules().items():
        with pytest.raises(InvalidRules, match=" or ".join(map(str, values))):
            system.rules({rule: "perhaps"})


@every_system
def test_rules_never_change(system):
    for rule in system.allowed_rules():
        with pytest.raises(FrozenInstanceError):
            setattr(system.default_rules, rule, "other")
    assert hash(system.default_rules) == hash(system.rules({}))


# Deals that come out otherwise by one rule or another.
TELLING = {
    "contract": ["4sn= h5n"],
    "chicago": ["p", "2hs=", "4sn= h5n"],
    "royal": ["p", "2sn= h3n h2e", "1sn-5", "7hn-1", "1hn= h3n h2e vw"],
}


def outcome(score, facts, rules):
    """The scored deal by these rules, or the message of the refusal."""
    try:
        return score(facts, rules=rules)
    except InvalidDeal as refusal:
        return str(refusal)


@every_value
def test_rules_that_were_pickled_score_as_they_did(system, rule, value):
    rules = system.rules({rule: value})
    deals = [parse_deal(line, royals=True) for line in TELLING[system.name]]
    scores = [
        (score, facts)
        for deal in deals
        for score, facts in ((system.score_deal, deal), (system.fold, [deal]))
    ]
    expected = [outcome(score, facts, rules=rules) for score, facts in scores]
    copied = pickle.loads(pickle.dumps(rules))
    royal_deal._result_lines.cache_clear()  # as if no such result had been scored before
    assert [outcome(score, facts, rules=copied) for score, facts in scores] == expected


@every_system
def test_every_rule_is_a_question_and_every_value_an_answer(system):
    labels, allowed = system.rule_labels(), system.allowed_rules()
    assert list(labels) == list(allowed)
    for rule, label in labels.items():
        assert isinstance(label, RuleLabel)
        assert label.question.endswith("?")
        assert list(label.values) == [str(value) for value in allowed[rule]]
        answers = list(label.values.values())
        assert all(answer[0].isupper() or answer[0].isdigit() for answer in answers)
        assert len(set(answers)) == len(answers)


def test_the_labels_of_contract_rubber():
    assert SYSTEMS["contract"].rule_labels()["unfinished_partscore"] == RuleLabel(
        "What is the only partscore of an unfinished game worth?",
        {
            "100": "100 points, as in the laws since 1993",
            "50": "50 points, as in older laws",
        },
    )


def test_the_labels_of_chicago():
    assert SYSTEMS["chicago"].rule_labels()["vulnerable"] == RuleLabel(
        "Who is vulnerable on deals 2 and 3?",
        {
            "dealer": "Dealer's side vulnerable on deals 2 and 3",
            "defenders": "Dealer's opponents vulnerable on deals 2 and 3",
        },
    )
