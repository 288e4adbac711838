import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { threadCpuMs } from '@perimeter/protocols/testing/cpu-time';
import { readEngineSettings } from '../../settings/read-settings.ts';
import { EntryScanner } from './entries.ts';
import { preloadListOf } from './preload.ts';

const folder = mkdtempSync(join(tmpdir(), 'preload-'));
after(() => rmSync(folder, { recursive: true }));

function write(name: string, data: string | Buffer): string {
  writeFileSync(join(folder, name), data);
  return join(folder, name);
}

/** Entries in the form of Chromium's list: comments between and after them, pins, brackets and slashes in strings. */
const sample = `// Copyright: "quotes" and {brackets} of comments count for nothing
{
  "pinsets": [ { "name": "keys", "static_spki_hashes": [ "A/B" ], "report_uri": "https://report.lab/{x}" } ],
  "entries": [
    // "name": "commented.lab", "mode": "force-https"
    { "name": "site.lab", "policy": "bulk-1-year", "mode": "force-https", "include_subdomains": true },
    { "name": "www.exact.lab", "policy": "custom", "mode": "force-https" }, // behind
    {
      "name": "several.lines.lab", "mode": "force-https",
      "include_subdomains": false
    },
    { "name": "pins.lab", "pins": "keys", "include_subdomains": true },
    { "name": "pinned.lab", "mode": "force-https", "pins": "a\\\\\\"]}//b", "include_subdomains_for_pinning": true },
    { "name": "ZONE", "mode": "force-https", "include_subdomains": true }
  ]
}
`;

async function listIn(file: string) {
  const list = await preloadListOf(file);
  assert.ok(list.ok, list.ok ? '' : list.problem);
  return list;
}

test('names and subdomains are found as in browsers, from plain and compressed files', async () => {
  for (const file of [write('list.json', sample), write('list.json.gz', gzipSync(sample))]) {
    const { table } = await listIn(file);
    assert.equal(table.entries, 5);
    for (const [host, name] of [
      ['site.lab', 'site.lab'],
      ['a.b.site.lab', 'site.lab'],
      ['notsite.lab', null],
      ['lab', null],
      ['www.exact.lab', 'www.exact.lab'],
      ['a.www.exact.lab', null],
      ['exact.lab', null],
      ['several.lines.lab', 'several.lines.lab'],
      ['x.several.lines.lab', null],
      ['pins.lab', null],
      ['pinned.lab', 'pinned.lab'],
      ['www.pinned.lab', null],
      ['shop.zone', 'zone'],
      ['commented.lab', null],
      ['', null],
    ] as const)
      assert.equal(table.find(host)?.name ?? null, name, host);
  }
});

test('slices may end at any character', () => {
  const whole = [...new EntryScanner().objects(sample)];
  const scanner = new EntryScanner();
  const pieces = [...sample].flatMap((character) => [...scanner.objects(character)]);
  assert.deepEqual(pieces, whole);
  assert.equal(scanner.isWhole, true);
  assert.equal(whole.length, 7);
});

test('a file that is no list gives the reason', async () => {
  const cases: readonly [string, string | Buffer, RegExp][] = [
    ['empty.json', '', /ends early/],
    ['cut.json', sample.slice(0, -8), /ends early/],
    ['none.json', '{ "entries": [] }', /no entry/],
    ['hosts.txt', '/etc/hosts', /no.*comments/],
    ['html.json', '<!doctype html><p>Not found', /ends early/],
    ['close.json', ']', /brackets/],
    ['twice.json', '{}{}', /does not end/],
    ['entry.json', '{ "entries": [ { name: 1 } ] }', /not an object/],
    ['long.json', `{ "entries": [ { "name": "${'x'.repeat(70_000)}" } ] }`, /longer than/],
    ['plain.gz', sample, /no gzip file/],
    ['cut.gz', gzipSync(sample).subarray(0, 60), /ends before its gzip data does/],
  ];
  for (const [name, data, problem] of cases) {
    const list = await preloadListOf(write(name, data));
    assert.match(list.ok ? 'usable' : list.problem, problem, name);
  }
});

test('a list has the date of its file, and is read once per process', async () => {
  const file = write('day.json', sample);
  utimesSync(file, new Date('2026-09-01T12:00:00Z'), new Date('2026-09-01T12:00:00Z'));
  const first = await listIn(file);
  assert.deepEqual([first.file, first.date], ['day.json', '2026-09-01']);
  write('day.json', '{}');
  assert.equal(await listIn(file), first);
});

test('a long list is read in slices, and its table grows', async () => {
  const rows = Array.from(
    { length: 70_000 },
    (_, at) =>
      `    { "name": "site-${at}.lab", "policy": "bulk-1-year", "mode": "force-https", "include_subdomains": true },`,
  );
  const file = write(
    'large.json',
    `{ "entries": [\n${rows.join('\n')}\n { "name": "last.lab", "mode": "force-https" } ] }`,
  );
  let [turns, heldMs, lastMs, isRead] = [0, 0, threadCpuMs(), false];
  const nextTurn = (): void => {
    const nowMs = threadCpuMs();
    [turns, heldMs, lastMs] = [turns + 1, Math.max(heldMs, nowMs - lastMs), nowMs];
    if (!isRead) setImmediate(nextTurn);
  };
  nextTurn();
  const { table } = await listIn(file);
  isRead = true;
  assert.equal(table.entries, 70_001);
  assert.equal(table.find('www.site-69999.lab')?.name, 'site-69999.lab');
  assert.equal(table.find('site-70000.lab'), null);
  assert.ok(turns > statSync(file).size / 20_000, `only ${turns} turns of the event loop`);
  // Processor time, so that other processes do not count; some tens of times the time of one slice.
  assert.ok(heldMs < 200, `the event loop stood for ${Math.round(heldMs)} ms`);
});

test('the setting must name an existing file', () => {
  const file = write('set.json', sample);
  const read = readEngineSettings({ PERIMETER_HSTS_PRELOAD: file });
  assert.equal(read.ok && read.settings.preloadList, file);
  const none = readEngineSettings({ PERIMETER_HSTS_PRELOAD: '' });
  assert.equal(none.ok && none.settings.preloadList, null);
  for (const bad of [folder, join(folder, 'missing')]) {
    const refused = readEngineSettings({ PERIMETER_HSTS_PRELOAD: bad });
    assert.match(
      refused.ok ? '' : (refused.problems[0] ?? ''),
      /^PERIMETER_HSTS_PRELOAD: .*(?:is no file|no such file)/,
    );
  }
});
