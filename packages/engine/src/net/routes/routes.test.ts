import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readEngineSettings } from '../../settings/read-settings.ts';
import { routeLimits } from './read-routes.ts';
import { routesOf } from './routes.ts';

const folder = mkdtempSync(join(tmpdir(), 'routes-'));
after(() => rmSync(folder, { recursive: true }));

function write(name: string, data: string | Buffer): string {
  writeFileSync(join(folder, name), data);
  return join(folder, name);
}

const row = (...cells: readonly (string | number)[]): string => `${cells.join('\t')}\n`;
const sample = [
  '% RIS whois\n\n',
  row(64500, '192.0.2.0/24', 300),
  row(64501, '192.0.2.128/25', 300),
  row(64502, '192.0.0.0/16', 300),
  row(64503, '198.51.100.0/24', 300),
  row(64504, '198.51.100.0/24', 300),
  row(64504, '198.51.100.0/24', 299),
  row('{64505,64506}', '203.0.113.0/24', 300),
  row(64599, '203.0.113.8/32', 9),
  row(64510, '2001:db8::/32', 300),
  row(64511, '2001:db8:0:1::/64', 300),
  row(64512, '2001:db8:0:1::1/128', 300),
  row(64513, '192.0.2.0/33', 300),
  'nonsense\r\n',
].join('');

async function tableOf(file: string) {
  const routes = await routesOf(file);
  assert.ok(routes.ok, routes.ok ? '' : routes.problem);
  return routes;
}

test('the longest prefix decides, for both families, from plain and compressed files', async () => {
  for (const file of [write('a.txt', sample), write('a.txt.gz', gzipSync(sample))]) {
    const { table } = await tableOf(file);
    const { rows, ignored, badLines } = table;
    assert.deepEqual({ rows, ignored, badLines }, { rows: 9, ignored: 2, badLines: 2 });
    const expected: readonly [string, number[]][] = [
      ['192.0.2.1', [64500]],
      ['192.0.2.200', [64501]],
      ['192.0.3.1', [64502]],
      ['198.51.100.1', [64503, 64504]],
      ['203.0.113.8', [64505, 64506]],
      ['10.0.0.1', []],
      ['2001:db8::1', [64510]],
      ['2001:db8:0:1::1', [64511]],
      ['2001:db9::1', []],
      ['no address', []],
    ];
    for (const [address, origins] of expected) assert.deepEqual(table.originsOf(address), origins, address);
  }
});

test('systems that appear only in an AS_SET are marked', async () => {
  const more = row('{64503,64507}', '198.51.100.0/24', 300);
  const { table } = await tableOf(write('sets.txt', sample + more));
  assert.deepEqual(table.routeOf('192.0.2.1'), { prefix: '192.0.2.0/24', systems: [64500] });
  assert.deepEqual(table.routeOf('203.0.113.8'), {
    prefix: '203.0.113.0/24',
    systems: [64505, 64506],
    inSets: [64505, 64506],
  });
  assert.deepEqual(table.routeOf('198.51.100.1')?.inSets, [64507]);
});

test('each line is a row, ignored, a comment or bad', async () => {
  const counted = { row: [1, 0, 0], ignored: [0, 1, 0], comment: [0, 0, 0], bad: [0, 0, 1] } as const;
  const cases: readonly [keyof typeof counted, string][] = [
    ['row', '64500\t198.51.100.0/24\t300'],
    ['row', '64500\t198.51.100.0/24\t300\r'],
    ['row', '64500\t198.51.100.7/24\t300'],
    ['row', '{64500,64501}\t2001:DB8::/32\t10'],
    // A repeated first row
    ['row', '64499\t192.0.2.0/24\t300'],
    ['row', '4294967295\t0.0.0.0/0\t300'],
    ['ignored', '64500\t198.51.100.0/24\t9'],
    ['ignored', '64500\t2001:db8::1/128\t300'],
    ['ignored', '64500\t2001:db8::/65\t300'],
    ['comment', '% 64500\t198.51.100.0/24\t300'],
    ['comment', '%'],
    ['comment', ''],
    ['comment', '\r'],
    ['bad', '# a comment of another form'],
    ['bad', '; a comment of another form'],
    ['bad', ' '],
    ['bad', ' % a comment behind a blank'],
    ['bad', 'AS64500\t198.51.100.0/24\t300'],
    ['bad', '64500 198.51.100.0/24 300'],
    ['bad', '64500\t198.51.100.0/24'],
    ['bad', '64500\t198.51.100.0/24\t'],
    ['bad', '64500\t198.51.100.0/24\t300\t'],
    ['bad', '64500\t198.51.100.0/24\t-1'],
    ['bad', '64500\t198.51.100.0\t300'],
    ['bad', '64500\t2001:db8::\t300'],
    ['bad', '64500\t2001:db8::/\t300'],
    ['bad', '64500\t198.51.100.0/33\t300'],
    ['bad', '64500\t198.51.100.0/255.255.255.0\t300'],
    ['bad', '64500\t2001:db8::/129\t300'],
    ['bad', '64500\t198.51.100/24\t300'],
    ['bad', '64500\t198.51.100.256/24\t300'],
    ['bad', '64500\t198.51.100.256/24\t1'],
    ['bad', '64500\t2001:db8:::/32\t300'],
    ['bad', '4294967296\t198.51.100.0/24\t300'],
    ['bad', '64500.1\t198.51.100.0/24\t300'],
    ['bad', '{64500\t198.51.100.0/24\t300'],
    ['bad', '{}\t198.51.100.0/24\t300'],
    ['bad', '{64500,}\t198.51.100.0/24\t300'],
    ['bad', '\t198.51.100.0/24\t300'],
    ['bad', '198.51.100.0/24\t64500\t300'],
    ['bad', '\u00EF\u00BB\u00BF64500\t198.51.100.0/24\t300'],
    ['bad', `64500\t198.51.100.0/24\t300${' '.repeat(4_096)}`],
  ];
  for (const [index, [kind, line]] of cases.entries()) {
    const file = write(`line-${index}.txt`, Buffer.from(`${row(64499, '192.0.2.0/24', 300)}${line}\n`, 'latin1'));
    const { rows, ignored, badLines } = (await tableOf(file)).table;
    assert.deepEqual([rows - 1, ignored, badLines], counted[kind], line);
  }
});

test('the table grows, and finds each of many thousand prefixes', async () => {
  const at = (index: number): string => `10.${index >> 8}.${index & 255}`;
  const lines = Array.from({ length: 20_000 }, (_, index) => row(index + 1, `${at(index)}.0/24`, 20));
  const { table } = await tableOf(write('many.txt', lines.join('')));
  assert.equal(table.rows, 20_000);
  for (let index = 0; index < 20_000; index += 1)
    assert.deepEqual(table.originsOf(`${at(index)}.7`), [index + 1], at(index));
});

test('a default route covers every address', async () => {
  const { table } = await tableOf(write('default.txt', row(1, '0.0.0.0/0', 10) + row(2, '255.255.255.255/32', 10)));
  assert.deepEqual(table.originsOf('203.0.113.1'), [1]);
  assert.deepEqual(table.originsOf('255.255.255.255'), [2]);
});

test('a file that is no routing table gives the reason', async () => {
  const bad = 'x\n'.repeat(routeLimits.badLines + 1);
  const cases: readonly [string, string | Buffer, RegExp][] = [
    ['empty.txt', '% nothing\n', /no routes/],
    ['bad.txt', row(1, '192.0.2.0/24', 300) + bad, /^line 2 and 100 more/],
    ['long.txt', 'x'.repeat(200_000), /longer than 65536/],
    ['plain.gz', sample, /no gzip file/],
    ['cut.gz', gzipSync(sample).subarray(0, 60), /ends before its gzip data/],
  ];
  for (const [name, data, problem] of cases) {
    const routes = await routesOf(write(name, data));
    assert.match(routes.ok ? 'usable' : routes.problem, problem, name);
  }
  const missing = await routesOf(join(folder, 'missing'));
  assert.match(missing.ok ? 'usable' : missing.problem, /no such file/);
});

test('a file is read once per process', async () => {
  const file = write('once.txt', row(1, '192.0.2.0/24', 300));
  const first = await tableOf(file);
  write('once.txt', row(2, '192.0.2.0/24', 300));
  assert.equal(await tableOf(file), first);
});

test('the setting must name an existing file', () => {
  const file = write('set.txt', sample);
  const read = readEngineSettings({ PERIMETER_ROUTES: file });
  assert.equal(read.ok && read.settings.routes, file);
  const none = readEngineSettings({});
  assert.equal(none.ok && none.settings.routes, null);
  for (const bad of [folder, join(folder, 'missing')]) {
    const refused = readEngineSettings({ PERIMETER_ROUTES: bad });
    assert.match(refused.ok ? '' : (refused.problems[0] ?? ''), /^PERIMETER_ROUTES: .*(?:is no file|no such file)/);
  }
});
