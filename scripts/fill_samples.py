#!/usr/bin/env python3
"""Refreshes the samples in docs/guide/contact.md with what the built command prints.

A block that begins with "$ scree ..." gets the command's output. A line "..." in it stands for what is
left out: as many lines as stood before it are kept.   scripts/fill_samples.py [BUILD FOLDER]"""
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCREE = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / 'build/release') / 'scree'
BLOCK = re.compile(r'```\n\$ scree ([^\n]*)\n(.*?)```', re.S)


def filled(match):
    arguments, old = match[1], match[2].splitlines()
    run = subprocess.run([SCREE, *arguments.split()], cwd=ROOT, capture_output=True, text=True, check=False)
    lines = run.stdout.splitlines()
    if '...' in old:
        lines = lines[:old.index('...')] + ['...']
    return '```\n$ scree ' + arguments + '\n' + '\n'.join(lines) + '\n```'


page = ROOT / 'docs/guide/contact.md'
page.write_text(BLOCK.sub(filled, page.read_text()))
