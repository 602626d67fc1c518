#!/usr/bin/env python3
"""Runs a command on each file named on standard input, unless it passed before on the same content.

usage: check_cached.py NAME [--key TEXT]... [--depends FILE]... -- COMMAND with {} for the file

The content is the command, the keys (such as the tool's version), the files depended on, the file
and every file of the repository it includes. Stamps lie in build/checks/NAME/.
"""

import argparse
import hashlib
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True  # no __pycache__ in the source tree
from own_includes import ROOT, closure


def stamp_name(path, shared):
    digest = hashlib.sha256(shared)
    for part in sorted(closure(ROOT, ROOT / path)):
        digest.update(str(part.relative_to(ROOT)).encode() + b'\0' + part.read_bytes())
    return f'{path.replace("/", "-")}-{digest.hexdigest()[:32]}'


def run(command, path):
    done = subprocess.run([word.replace('{}', path) for word in command], cwd=ROOT, text=True, errors='replace',
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('name')
    parser.add_argument('--key', action='append', default=[])
    parser.add_argument('--depends', action='append', default=[])
    parser.add_argument('command', nargs='+')
    options = parser.parse_args()

    paths = sys.stdin.read().split()
    if not paths:
        print('no files')
        return 1
    shared = '\0'.join(options.command + options.key).encode()
    for path in options.depends:
        shared += (ROOT / path).read_bytes()

    folder = ROOT / 'build/checks' / options.name
    folder.mkdir(parents=True, exist_ok=True)
    stamps = {path: stamp_name(path, shared) for path in paths}
    for old in set(os.listdir(folder)) - set(stamps.values()):
        (folder / old).unlink()
    due = [path for path in paths if not (folder / stamps[path]).exists()]

    failed = 0
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for path, (status, output) in zip(due, pool.map(lambda path: run(options.command, path), due)):
            if status == 0:
                (folder / stamps[path]).touch()
            else:
                failed += 1
                print(f'--- {path}\n{output}', flush=True)
    print(f'{len(paths)} files, {len(due)} of them new or changed, {failed} with errors')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
