"""Finds the #include lines of a C++ file and the repository's own files behind them."""

import re
from functools import lru_cache
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)


def includes(text):
    """The (line number, '<' or '"', name) of every #include."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if match := INCLUDE.match(line):
            found.append((number, match[1], match[2]))
    return found


def without_comments(text):
    """The code alone, line for line: comments and the insides of strings are blanked."""
    return COMMENT_OR_STRING.sub(lambda match: re.sub(r'[^\n]', ' ', match[0]), text)


def resolve(root, path, mark, name):
    """The repository's file that an #include in `path` names, or None for a foreign one."""
    places = [root / 'include', root / 'src', root / 'tests']
    if mark == '"':
        places.insert(0, path.parent)
    for place in places:
        if (place / name).is_file():
            return (place / name).resolve()
    return None


@lru_cache(maxsize=None)
def closure(root, path):
    """The file and all own files it includes, directly or not."""
    seen, waiting = set(), [path.resolve()]
    while waiting:
        current = waiting.pop()
        if current in seen:
            continue
        seen.add(current)
        for _, mark, name in includes(current.read_text(errors='replace')):
            if target := resolve(root, current, mark, name):
                waiting.append(target)
    return frozenset(seen)


ROOT = Path(__file__).resolve().parent.parent
