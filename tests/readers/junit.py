"""Reads JUnit XML from standard input with two readers and writes what they see, as JSON."""

import json
import sys
import xml.etree.ElementTree as ElementTree

import junitparser

text = sys.stdin.buffer.read()
root = ElementTree.fromstring(text)
report = junitparser.JUnitXml.fromstring(text)


def case(case):
    [*results] = case.result
    return {
        "class": case.classname,
        "name": case.name,
        "file": case._elem.get("file"),
        "line": case._elem.get("line"),
        "results": [[type(result).__name__, result.message, result.text] for result in results],
        "out": case.system_out,
    }


def claims(suite):
    return [suite.tests, suite.failures, suite.errors, suite.skipped]


def counted(suite):
    before = claims(suite)
    suite.update_statistics()
    if before != claims(suite):
        raise SystemExit(f"{suite.name} says {before}, and has {claims(suite)}")
    return before


# What the elements are called is ours to keep: a reader passes over others in silence.
allowed = {
    "testsuites": {"testsuite"},
    "testsuite": {"properties", "testcase"},
    "properties": {"property"},
    "property": set(),
    "testcase": {"skipped", "failure", "system-out"},
    "skipped": set(),
    "failure": set(),
    "system-out": set(),
}
for element in root.iter():
    strange = {child.tag for child in element} - allowed[element.tag]
    if strange:
        raise SystemExit(f"{element.tag} has {strange}")
names = [(case.get("classname"), case.get("name")) for case in root.iter("testcase")]
if len(names) != len(set(names)):
    raise SystemExit("two tests have one name")

suites = [{"name": suite.name, "counts": counted(suite), "cases": [case(each) for each in suite]} for suite in report]
json.dump({"counts": counted(report), "suites": suites}, sys.stdout)
