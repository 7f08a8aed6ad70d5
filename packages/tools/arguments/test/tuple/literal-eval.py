"""Reads a JSON list of texts; says what ast.literal_eval makes of each, as JSON would have it."""

import ast
import json
import sys
from decimal import Decimal


class Unsayable(Exception):
    pass


def plain(node):
    """The value of a literal's syntax tree, as JSON has it; the members of a set in the order in which they are written."""
    if isinstance(node, (ast.Tuple, ast.List)):
        return [plain(item) for item in node.elts]
    if isinstance(node, ast.Set):
        members = {}
        for item in node.elts:
            members.setdefault(ast.literal_eval(item), item)
        return [plain(item) for item in members.values()]
    if isinstance(node, ast.Dict):
        return {key(name): plain(value) for name, value in zip(node.keys, node.values)}
    if isinstance(node, ast.Call):
        return []
    return scalar(ast.literal_eval(node))


def key(node):
    name = ast.literal_eval(node)
    if isinstance(name, str):
        return name
    if name is None or isinstance(name, (bool, int)):
        return {None: "null", True: "true", False: "false"}[name] if name is None or isinstance(name, bool) else str(name)
    raise Unsayable


def scalar(value):
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:
            raise Unsayable from None
    if isinstance(value, int) and not isinstance(value, bool):
        try:
            return value if float(value) == value or int(Decimal(repr(float(value)))) == value else str(value)
        except OverflowError:
            return str(value)
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        raise Unsayable
    if value is None or isinstance(value, (str, bool, float)):
        return value
    raise Unsayable


def outcome(text):
    try:
        value = ast.literal_eval(text)
    except Exception:
        return {"kind": "refused"}
    if not isinstance(value, (tuple, list)):
        return {"kind": "other"}
    try:
        return {"kind": "read", "value": plain(ast.parse(text.lstrip(" \t"), mode="eval").body)}
    except Unsayable:
        return {"kind": "unsayable"}


json.dump([outcome(text) for text in json.load(sys.stdin)], sys.stdout)
