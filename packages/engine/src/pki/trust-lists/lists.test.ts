import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { rootCertificates } from 'node:tls';
import { fc } from '@perimeter/protocols/testing/random';
import { readEngineSettings } from '../../settings/read-settings.ts';
import { ListProblem } from './list-problem.ts';
import { readLogs } from './read-logs.ts';
import { readRoots } from './read-roots.ts';

const now = Date.UTC(2026, 10, 21);
const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'der', type: 'spki' });
const log = {
  description: 'One',
  log_id: createHash('sha256').update(key).digest('base64'),
  key: key.toString('base64'),
  state: { usable: { timestamp: '2026-01-01T00:00:00Z' } },
};
const logList = (changes: object = {}, row: object = log): object => ({
  version: '91.7',
  log_list_timestamp: '2026-11-02T12:00:00Z',
  operators: [{ name: 'Beta', email: ['ct@beta.example'], logs: [row] }],
  ...changes,
});
const logsOf = (list: unknown) => readLogs(JSON.stringify(list), now);

const [first = '', second = ''] = rootCertificates;
const rootList = (changes: object = {}, row: object = {}): object => ({
  name: 'Mine',
  date: '2026-11-01',
  roots: [{ pem: first, ...row }],
  ...changes,
});
const rootsOf = (list: unknown, files: Readonly<Record<string, string>> = {}) =>
  readRoots(JSON.stringify(list), now, (name) => files[name] ?? '');

test('a log list in the form that browsers publish is read with its day', () => {
  const { name, date, logs } = logsOf(logList());
  assert.deepEqual([name, date], ["the operator's log list 91.7", '2026-11-02']);
  assert.deepEqual(logs, [
    { operator: 'Beta', name: 'One', id: log.log_id, key: log.key, state: 'usable', retiredAt: null },
  ]);
});

test('tiled logs are included, retired ones have a date, and logs without a state are left out', () => {
  const retired = { ...log, state: { retired: { timestamp: '2026-03-01T00:00:00Z' } } };
  const { logs } = logsOf(logList({ operators: [{ name: 'Beta', tiled_logs: [retired] }] }));
  assert.deepEqual([logs[0]?.state, logs[0]?.retiredAt], ['retired', Date.UTC(2026, 2, 1)]);
  const { state: _, ...stateless } = log;
  assert.throws(() => logsOf(logList({}, stateless)), /not one log in any state/);
});

test('a row as browsers publish it is read, ignoring unused members', () => {
  const aviator = {
    description: "Google 'Aviator' log",
    log_id: 'aPaY+B9kgr46jO65KB1M/HFRXWeT1ETRCmesu09P+8Q=',
    key: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE1/TMabLkDpCjiupacAlP7xNi0I1JYP8bQFAHDG1xhtolSY1l4QgNRzRrvSe8liE+NPWHdjGxfx3JhTsN9x8/6Q==',
    url: 'https://ct.googleapis.com/aviator/',
    mmd: 86_400,
    state: {
      readonly: {
        timestamp: '2016-11-30T13:24:18Z',
        final_tree_head: { sha256_root_hash: 'LcGcZRsm+LGYmrlyC5LXhV1T6OD8iH5dNlb0sEJl9bA=', tree_size: 46_466_472 },
      },
    },
    temporal_interval: { start_inclusive: '2015-01-01T00:00:00Z', end_exclusive: '2016-01-01T00:00:00Z' },
  };
  assert.deepEqual(
    logsOf(logList({}, aviator)).logs.map(({ name, state, retiredAt }) => [name, state, retiredAt]),
    [["Google 'Aviator' log", 'readonly', null]],
  );
});

const badLogs: readonly (readonly [fact: string, list: unknown, says: RegExp])[] = [
  ['no object', [], /expected object/],
  ['no day', logList({ log_list_timestamp: undefined }), /^log_list_timestamp: /],
  ['a day only', logList({ log_list_timestamp: '2026-11-02' }), /^log_list_timestamp: not an instant/],
  [
    'a day to come',
    logList({ log_list_timestamp: '2036-11-02T12:00:00Z' }),
    /^log_list_timestamp: it lies in the future/,
  ],
  ['no operator', logList({ operators: [] }), /^operators: no operator/],
  ['no log', logList({ operators: [{ name: 'Beta', logs: [] }] }), /^operators: not one log/],
  ['a key that is none', logList({}, { ...log, key: 'AAAA' }), /^Beta One: its key is no/],
  ['an id that is not its key’s', logList({}, { ...log, log_id: 'AAAA' }), /^Beta One: its log_id is not/],
  ['no base64', logList({}, { ...log, key: 'a b' }), /^operators\[0\]\.logs\[0\]\.key: /],
  [
    'a state that nobody knows',
    logList({}, { ...log, state: { loved: { timestamp: '2026-01-01T00:00:00Z' } } }),
    /state/,
  ],
  [
    'two states',
    logList({}, { ...log, state: { ...log.state, retired: { timestamp: '2026-01-01T00:00:00Z' } } }),
    /two states, usable and retired/,
  ],
  [
    'a log twice',
    logList({ operators: [{ name: 'Beta', logs: [log], tiled_logs: [log] }] }),
    /One: it stands in the list twice/,
  ],
];
for (const [fact, list, says] of badLogs)
  test(`a log list with ${fact} is refused`, () =>
    assert.throws(
      () => logsOf(list),
      (error) => error instanceof ListProblem && says.test(error.message),
    ));

test('a list of roots is read with its date, and a bundle in a file beside it', () => {
  const list = rootList({ roots: [{ file: 'bundle.pem' }] });
  const { name, date, roots, authorities } = rootsOf(list, { 'bundle.pem': `# Bundle\n${first}\n${second}` });
  assert.deepEqual([name, date, roots.length, authorities], ['Mine', '2026-11-01', 2, null]);
  assert.deepEqual([roots[0]?.distrust, roots[0]?.caa], [null, []]);
});

test('a distrust date lasts until its end, an instant until its second', () => {
  const after = (distrustAfter: string) =>
    rootsOf(rootList({}, { distrustAfter, distrustedBy: 'Me' })).roots[0]?.distrust;
  assert.deepEqual(after('2026-04-15'), { by: 'Me', after: Date.UTC(2026, 3, 15, 23, 59, 59) / 1_000 });
  assert.deepEqual(after('2026-04-15T10:00:00Z'), { by: 'Me', after: Date.UTC(2026, 3, 15, 10) / 1_000 });
});

test('CAA names belong to a root or to an organisation', () => {
  const authorities = [{ organisations: ['Example CA'], caa: ['ca.example'] }];
  const read = rootsOf(rootList({ authorities }, { caa: ['root.example'] }));
  assert.deepEqual(read.roots[0]?.caa, ['root.example']);
  assert.deepEqual(read.authorities, [{ organisations: ['example ca'], identities: ['ca.example'] }]);
});

const badRoots: readonly (readonly [fact: string, list: unknown, says: RegExp])[] = [
  ['no day', rootList({ date: undefined }), /^date: not a day/],
  ['a day that is none', rootList({ date: '2026-02-30' }), /^date: not a day/],
  ['a day to come', rootList({ date: '2036-11-02' }), /^date: it lies in the future/],
  ['no name', rootList({ name: '' }), /^name: /],
  ['no root', rootList({ roots: [] }), /^roots: no root/],
  ['a member that nobody knows', rootList({}, { distrust: '2026-01-01' }), /^roots\[0\]: .*distrust/],
  ['a root and a file', rootList({}, { file: 'a.pem' }), /^roots\[0\]: either pem or file/],
  ['neither of them', rootList({ roots: [{}] }), /^roots\[0\]: either pem or file/],
  ['no PEM', rootList({ roots: [{ pem: 'none' }] }), /^roots\[0\]: no certificate in PEM/],
  [
    'octets that are no certificate',
    rootList({ roots: [{ pem: '-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----' }] }),
    /^roots\[0\]: a certificate cannot be read/,
  ],
  ['a root twice', rootList({ roots: [{ pem: first }, { pem: first }] }), /stands in it twice/],
  ['a date by nobody', rootList({}, { distrustAfter: '2026-01-01' }), /^roots\[0\]: distrustAfter and distrustedBy/],
  [
    'a date that is none',
    rootList({}, { distrustAfter: 'soon', distrustedBy: 'Me' }),
    /^roots\[0\]\.distrustAfter: neither a day/,
  ],
  ['a CAA name in capitals', rootList({}, { caa: ['CA.example'] }), /^roots\[0\]\.caa\[0\]: not a domain name/],
  [
    'an authority without names',
    rootList({ authorities: [{ organisations: ['A'], caa: [] }] }),
    /^authorities\[0\]\.caa: /,
  ],
];
for (const [fact, list, says] of badRoots)
  test(`a list of roots with ${fact} is refused`, () =>
    assert.throws(
      () => rootsOf(list),
      (error) => error instanceof ListProblem && says.test(error.message),
    ));

test('arbitrary file content throws only a ListProblem', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.constantFrom(JSON.stringify(logList()).slice(0, 80))), (text) => {
      for (const read of [() => readLogs(text, now), () => readRoots(text, now, () => text)]) {
        try {
          read();
        } catch (error) {
          assert.ok(error instanceof ListProblem, String(error));
        }
      }
    }),
    { numRuns: 300 },
  );
});

const folder = mkdtempSync(join(tmpdir(), 'lists-'));
after(() => rmSync(folder, { recursive: true }));
const write = (name: string, content: unknown): string => {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};

test('settings read both lists, with files relative to the list that names them', () => {
  write('beside.pem', second);
  const read = readEngineSettings({
    PERIMETER_PUBLIC_ROOTS: write('roots.json', rootList({ roots: [{ file: 'beside.pem' }] })),
    PERIMETER_CT_LOGS: write('logs.json', logList()),
  });
  assert.ok(read.ok);
  assert.deepEqual([read.settings.publicRoots?.name, read.settings.publicRoots?.roots.length], ['Mine', 1]);
  assert.equal(read.settings.logList?.date, '2026-11-02');
});

test('without settings the shipped lists are used', () => {
  const read = readEngineSettings({ PERIMETER_PUBLIC_ROOTS: '' });
  assert.ok(read.ok);
  assert.deepEqual([read.settings.publicRoots, read.settings.logList], [null, null]);
});

test('settings name the invalid variable, or both', () => {
  const read = readEngineSettings({
    PERIMETER_PUBLIC_ROOTS: join(folder, 'missing.json'),
    PERIMETER_CT_LOGS: write('broken.json', '{'),
  });
  assert.ok(!read.ok);
  assert.match(
    read.problems[0] ?? '',
    /^PERIMETER_PUBLIC_ROOTS: .*missing\.json cannot be read: no such file or directory$/,
  );
  assert.equal(read.problems[1], 'PERIMETER_CT_LOGS: the file holds no JSON');
});

test('a list dated by the audit’s own clock is not in the future', () => {
  const PERIMETER_PUBLIC_ROOTS = write('late.json', rootList({ date: '2036-11-01' }));
  assert.ok(!readEngineSettings({ PERIMETER_PUBLIC_ROOTS }).ok);
  assert.ok(readEngineSettings({ PERIMETER_PUBLIC_ROOTS, PERIMETER_NOW: '2036-11-02T00:00:00Z' }).ok);
});

test('the list in docs/trust-data.md is valid', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../docs/trust-data.md'), 'utf8');
  const shown: unknown = JSON.parse(/```json\n([^`]+)```/.exec(page)?.[1] ?? '');
  const text = JSON.stringify(shown, (member, value: unknown) => (member === 'pem' ? first : value));
  const [, , third = ''] = rootCertificates;
  const files: Readonly<Record<string, string>> = { 'cacert.pem': second, 'example-root.pem': third };
  const read = readRoots(text, Date.UTC(2027, 0, 15), (name) => files[name] ?? '');
  assert.equal(read.roots.length, 3);
  assert.deepEqual(read.authorities?.[0]?.identities, ['ca.example', 'ca.example.net']);
});

test('weak keys are read from several files in the form that Debian published', () => {
  const one = write('blacklist.RSA-1024', `# RSA 1024\n${'0a'.repeat(10)}\n`);
  const two = write('blacklist.RSA-2048', `${'1b'.repeat(10)}\n${'2c'.repeat(10)}\n`);
  const read = readEngineSettings({ PERIMETER_WEAK_KEYS: `${one}, ${two}` });
  assert.ok(read.ok);
  assert.deepEqual([...(read.settings.weakKeys ?? [])], ['0a'.repeat(10), '1b'.repeat(10), '2c'.repeat(10)]);
  const none = readEngineSettings({});
  assert.ok(none.ok && none.settings.weakKeys === null);
});

test('an invalid list of weak keys is rejected with the file and the line', () => {
  const broken = write('broken.RSA-2048', `${'0a'.repeat(10)}\nmodulus\n`);
  const read = readEngineSettings({ PERIMETER_WEAK_KEYS: broken });
  assert.ok(!read.ok);
  assert.match(read.problems[0] ?? '', /^PERIMETER_WEAK_KEYS: .*broken\.RSA-2048: line 2: not 20 hexadecimal digits/);
  const empty = readEngineSettings({ PERIMETER_WEAK_KEYS: write('empty.RSA-2048', '# nothing\n') });
  assert.match(empty.ok ? '' : (empty.problems[0] ?? ''), /lists no key$/);
  const missing = readEngineSettings({ PERIMETER_WEAK_KEYS: join(folder, 'missing') });
  assert.match(missing.ok ? '' : (missing.problems[0] ?? ''), /missing cannot be read: no such file or directory$/);
});
