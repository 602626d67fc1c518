#!/usr/bin/env python3
"""Puts the measured tables of bench/results/*.json into the documents, between markers:

    <!-- table: agreement cp -->      one algorithm by class        (bench/results/agreement.json)
    <!-- table: agreement -->         every algorithm
    <!-- table: nezami-pairs -->      first and warm times          (bench/results/nezami-pairs.json)
    ...
    <!-- end -->

Run it after `scree bench NAME --json bench/results/NAME.json`."""
import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MARK = re.compile(r'(<!-- table: ([\w-]+)(?: ([\w-]+))? -->\n).*?(<!-- end -->)', re.S)


def load(name):
    return json.loads((ROOT / f'bench/results/{name}.json').read_text())


def rows_of(table):
    headings = [column['heading'] for column in table['columns']]
    return [dict(zip(headings, row)) for row in table['rows']]


def markdown(headings, rows):
    lines = ['| ' + ' | '.join(headings) + ' |', '|' + '---|' * len(headings)]
    return '\n'.join(lines + ['| ' + ' | '.join(row) + ' |' for row in rows]) + '\n'


def percent(value):
    if value in (0, 100):
        return f'{value:.0f} %'
    return f'{value:.3f} %' if value < 1 or value > 99 else f'{value:.1f} %'


def microseconds(nanoseconds):
    time = nanoseconds / 1000
    return f'{time:,.0f}' if time >= 100 else f'{time:.3g}'


def error(size):
    return f'{size:.2g}' if size >= 0.01 or size == 0 else f'{size:.0e}'.replace('e-0', 'e-')


def agreement(algorithm):
    tables = {t['title']: rows_of(t) for t in load('agreement')['tables'] if t['title'] != 'The pairs'}
    if algorithm:
        rows = []
        for title, table in tables.items():
            r = next(r for r in table if r['algorithm'] == algorithm)
            name = title.removeprefix('Class ').replace('All classes', '**all**')
            rows.append([name, percent(r['right']), percent(r['unaided']), f"{r['wrong state']:.0f}", error(r['worst error']),
                         r['failures'], percent(r['fallback']), microseconds(r['mean time']),
                         microseconds(r['99.9 % time'])])
        lead = 'By [`scree bench agreement`](../guide/bench.md#agreement), 100,000 random pairs, each with an empty cache:\n\n'
        return lead + markdown(['class', 'right', 'without fallback', 'wrong state', 'worst error [sizes]', 'no answer', 'fallback',
                         'mean [µs]', '99.9 % below [µs]'], rows)
    rows = []
    for r in tables['All classes']:
        name = r['algorithm']
        by_class = [percent(next(x for x in tables[f'Class {c}'] if x['algorithm'] == name)['right'])
                    for c in ('separated', 'shallow', 'deep', 'parallel')]
        rows.append([f'[`{name}`]({name}.md)', *by_class, f"{r['wrong state']:.0f}", error(r['worst error']), r['failures'],
                     percent(r['fallback']), microseconds(r['mean time']), microseconds(r['99.9 % time'])])
    return markdown(['algorithm', 'separated', 'shallow', 'deep', 'parallel', 'wrong state', 'worst error [sizes]', 'no answer',
                     'fallback', 'mean [µs]', '99.9 % below [µs]'], rows)


def nezami_pairs(_):
    table = next(t for t in load('nezami-pairs')['tables'] if t['title'].startswith('All pairs of shapes, with contacts'))
    rows = [[f"`{r['algorithm']}`", f"{r['first']:.0f}", f"{r['warm']:.0f}", f"{r['first'] / r['warm']:.1f}", f"{r['cp/warm']:.1f}"]
            for r in rows_of(table)]
    return markdown(['algorithm', 'first query [ns]', 'warm [ns]', 'saved by the cache', "`cp`'s time over it, warm"], rows)


TABLES = {'agreement': agreement, 'nezami-pairs': nezami_pairs}


def main():
    for page in sorted((ROOT / 'docs').rglob('*.md')):
        text = page.read_text()
        filled = MARK.sub(lambda m: m[1] + '\n' + TABLES[m[2]](m[3]) + '\n' + m[4], text)
        if filled != text:
            page.write_text(filled)
            print(page.relative_to(ROOT))


if __name__ == '__main__':
    main()
