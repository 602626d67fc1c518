#!/usr/bin/env python3
"""Checks who includes whom (see ARCHITECTURE.md).

  - A folder of src/ includes only folders of a lower level, and itself.
  - Public headers include public headers and the standard library only.
  - Headers with device code (they name SCREE_HD, or lie in a kernels/ folder) reach only core/, math/,
    shape/, model/, their own folder, public headers, and standard headers that work on a device.
  - Threads and CUDA are named in src/exec/ only.

Prints `file:line: what is wrong` for each violation. `--self-test` shows that each rule catches one.
"""

import re
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True  # no __pycache__ in the source tree
from own_includes import ROOT, closure, includes, resolve, without_comments

LEVELS = {
    'core': 0,
    'math': 1, 'exec': 1,
    'shape': 2,
    'model': 3,
    'scene': 4, 'neighbour': 4, 'detect': 4, 'force': 4, 'motion': 4,
    'output': 5,
    'sim': 6,
    'analysis': 7, 'bench': 7,
    'apps': 8,
}
DEVICE_FOLDERS = {'core', 'math', 'shape', 'model'}
DEVICE_STANDARD = {'algorithm', 'cfloat', 'climits', 'cmath', 'concepts', 'cstddef', 'cstdint', 'initializer_list', 'limits', 'type_traits',
                   'utility'}
# Standard headers have neither a folder nor an ending: <vector>, not <fmt/format.h>.
STANDARD = re.compile(r'[a-z_0-9]+')
THREADS_AND_CUDA = re.compile(r'std::(?:j?thread|async|barrier|latch)\b|\bpthread_\w+|#\s*pragma\s+omp'
                              r'|\bcuda[A-Z]\w*|\bcu(?:Init|Mem|Launch|Ctx|Stream)\w*|__global__|<<<'
                              r'|#\s*include\s*<(?:thread|barrier|latch|future|omp\.h|pthread\.h|cuda[\w/.]*|cub/[^>]*)>')


def folder_of(root, path):
    """The name that has a level: 'shape' for src/shape/view.hpp, 'apps' for apps/..., 'public'."""
    parts = path.relative_to(root).parts
    if parts[0] == 'include':
        return 'public'
    return parts[1] if parts[0] == 'src' else parts[0]


def has_device_code(path, text):
    return path.suffix == '.hpp' and ('kernels' in path.parts or re.search(r'\bSCREE_HD\b', text) is not None)


def level_errors(root, path, text):
    here = folder_of(root, path)
    if here != 'public' and here not in LEVELS:
        yield 1, f'folder {here}/ has no level; give it one in scripts/check_levels.py'
        return
    for line, mark, name in includes(text):
        target = resolve(root, path, mark, name)
        if mark == '<' and name.startswith('scree/'):
            continue
        if here == 'public':
            if mark == '"' or not STANDARD.fullmatch(name):
                yield line, f'a public header includes {name}; only <scree/...> and the standard library may show'
        elif mark == '<' and target is not None:
            yield line, f'<{name}> is our own file: include it as "{name}"'
        elif mark == '"' and target is None:
            yield line, f'"{name}" is no file of src/; foreign headers are included with <>'
        elif mark == '"':
            there = folder_of(root, target)
            if there == here:
                if here != 'apps' and not (root / 'src' / name).is_file():
                    yield line, f'"{name}": name it from src/, as "{target.relative_to(root / "src")}"'
            elif there == 'public':
                yield line, f'"{name}" is a public header: include it with <>'
            elif there not in LEVELS:
                yield line, f'{here}/ includes "{name}", which lies outside src/'
            elif LEVELS[there] >= LEVELS[here]:
                yield line, f'{here}/ (level {LEVELS[here]}) includes {there}/ (level {LEVELS[there]})'


def device_errors(root, path, text):
    if not has_device_code(path, text):
        return
    here = folder_of(root, path)
    allowed = DEVICE_FOLDERS | {here, 'public'}
    for line, mark, name in includes(text):
        target = resolve(root, path, mark, name)
        behind = [path] if target is None else closure(root, target)
        for reached in sorted(behind):
            by = '' if target is None else f' (by {name})'
            if folder_of(root, reached) not in allowed:
                yield line, f'device code reaches {reached.relative_to(root)}{by}'
            foreign = includes(reached.read_text()) if target else [(line, mark, name)]
            for _, mark_behind, name_behind in foreign:
                if resolve(root, reached, mark_behind, name_behind) is None and name_behind not in DEVICE_STANDARD:
                    if name_behind != 'scree/version.hpp':
                        yield line, f'device code reaches <{name_behind}>{by}'


def thread_errors(root, path, text):
    if folder_of(root, path) == 'exec':
        return
    for line, code in enumerate(without_comments(text).splitlines(), 1):
        if match := THREADS_AND_CUDA.search(code):
            yield line, f'{match[0]}: threads and CUDA are named in src/exec/ only'


def check(root):
    """All violations as 'file:line: text', and the number of files looked at."""
    paths = [path for top in ('include', 'src', 'apps') for path in sorted((root / top).rglob('*'))
             if path.suffix in {'.hpp', '.cpp', '.cu', '.h'}]
    found = []
    for path in paths:
        text = path.read_text()
        for rule in (level_errors, device_errors, thread_errors):
            found += [f'{path.relative_to(root)}:{line}: {what}' for line, what in rule(root, path, text)]
    return found, len(paths)


CLEAN = {
    'include/scree/a.hpp': '#include <scree/b.hpp>\n#include <vector>\n',
    'include/scree/b.hpp': '#include <cmath>\n',
    'src/core/io.hpp': '#include <string>\n',
    'src/math/random.hpp': '#include <cstdint>\nSCREE_HD int f();\n',
    'src/exec/pool.hpp': '#include <thread>\n#include "core/io.hpp"\nstd::jthread worker;\n',
    'src/shape/view.hpp': '#include <scree/b.hpp>\n#include "math/random.hpp"\nSCREE_HD int g();\n',
    'src/detect/kernels/k.hpp': '#include "shape/view.hpp"\n#include "detect/kernels/l.hpp"\n',
    'src/detect/kernels/l.hpp': '// std::thread and cudaMalloc in a comment are no call\n',
    'src/detect/driver.cpp': '#include <fmt/format.h>\n#include "detect/kernels/k.hpp"\n#include "core/io.hpp"\n',
    'apps/scree/main.cpp': '#include "help.hpp"\n#include "detect/kernels/k.hpp"\n#include <scree/a.hpp>\n',
    'apps/scree/help.hpp': '',
}
# One file more, and what must be said about it.
BROKEN = [
    ('src/core/up.hpp', '\n#include "shape/view.hpp"\n', 'src/core/up.hpp:2: core/ (level 0) includes shape/'),
    ('src/scene/peer.cpp', '#include "detect/kernels/k.hpp"\n', 'src/scene/peer.cpp:1: scene/ (level 4) includes detect/'),
    ('src/math/peer.cpp', '#include "exec/pool.hpp"\n', 'src/math/peer.cpp:1: math/ (level 1) includes exec/'),
    ('src/shape/app.cpp', '#include "../../apps/scree/help.hpp"\n', 'src/shape/app.cpp:1: shape/ (level 2) includes apps/'),
    ('src/shape/near.cpp', '#include "view.hpp"\n', 'src/shape/near.cpp:1: "view.hpp": name it from src/'),
    ('src/shape/lost.cpp', '#include "shape/gone.hpp"\n', 'src/shape/lost.cpp:1: "shape/gone.hpp" is no file'),
    ('src/shape/angle.cpp', '#include <shape/view.hpp>\n', 'src/shape/angle.cpp:1: <shape/view.hpp> is our own'),
    ('src/wild/new.cpp', '', 'src/wild/new.cpp:1: folder wild/ has no level'),
    ('include/scree/c.hpp', '#include <fmt/format.h>\n', 'include/scree/c.hpp:1: a public header includes fmt/'),
    ('include/scree/c.hpp', '#include "core/io.hpp"\n', 'include/scree/c.hpp:1: a public header includes core/'),
    ('src/detect/kernels/m.hpp', '#include <vector>\n', 'src/detect/kernels/m.hpp:1: device code reaches <vector>'),
    ('src/detect/kernels/m.hpp', '#include "core/io.hpp"\n', 'm.hpp:1: device code reaches <string> (by core/io.hpp)'),
    ('src/detect/kernels/m.hpp', '#include <scree/a.hpp>\n', 'm.hpp:1: device code reaches <vector> (by scree/a.hpp)'),
    ('src/shape/hd.hpp', '#include <array>\nSCREE_HD int h();\n', 'src/shape/hd.hpp:1: device code reaches <array>'),
    ('src/sim/run.cpp', 'int a;\nstd::jthread t;\n', 'src/sim/run.cpp:2: std::jthread'),
    ('src/sim/run.cpp', '#include <thread>\n', 'src/sim/run.cpp:1: #include <thread>'),
    ('src/sim/run.cpp', 'auto e = cudaMalloc(&p, 8);\n', 'src/sim/run.cpp:1: cudaMalloc'),
    ('apps/scree/run.cpp', '/* two\nlines */ __global__ void k();\n', 'apps/scree/run.cpp:2: __global__'),
]


def write(root, name, text):
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text)


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        for name, text in CLEAN.items():
            write(root, name, text)
        found, _ = check(root)
        assert not found, f'a clean tree is refused: {found}'
    for name, text, expected in BROKEN:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder).resolve()
            for clean_name, clean_text in (CLEAN | {name: text}).items():
                write(root, clean_name, clean_text)
            found, _ = check(root)
            assert len(found) == 1 and expected in found[0], f'{name} with {text!r} gives {found}, not {expected!r}'
    print(f'self-test: {len(BROKEN)} violations caught')


def main():
    if sys.argv[1:] == ['--self-test']:
        self_test()
        return 0
    found, count = check(ROOT)
    print(*found, sep='\n', end='\n' if found else '')
    print(f'{count} files, {len(found)} violations')
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main())
