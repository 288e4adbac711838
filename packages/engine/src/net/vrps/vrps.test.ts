import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { routeState } from '../../evidence/routing/rpki.ts';
import { vrpLimits } from './read-vrps.ts';
import { vrpsOf } from './vrps.ts';

const folder = mkdtempSync(join(tmpdir(), 'vrps-'));
after(() => rmSync(folder, { recursive: true }));

function write(name: string, data: string | Buffer): string {
  writeFileSync(join(folder, name), data);
  return join(folder, name);
}

const roas = [
  { asn: 'AS64500', prefix: '192.0.2.0/24', maxLength: 24, ta: 'lab' },
  { asn: 'AS64501', prefix: '192.0.0.0/16', maxLength: 20, ta: 'lab' },
  { asn: 'AS64502', prefix: '192.0.0.0/16', maxLength: 24, ta: 'lab' },
  { asn: 'AS0', prefix: '0.0.0.0/0', maxLength: 32, ta: 'lab' },
  { asn: 'AS64510', prefix: '2001:db8::/32', maxLength: 48, ta: 'lab' },
  { asn: 'AS64511', prefix: '2001:db8:1:2:3::/80', maxLength: 128, ta: 'lab' },
];
const routinator = JSON.stringify({ metadata: { generated: 1_795_000_000, generatedTime: 'x' }, roas, aspas: [{}] });
const rpkiClient = JSON.stringify(
  {
    metadata: { buildmachine: 'lab', buildtime: '2026-11-18T12:00:00Z' },
    roas: roas.map(({ asn, ...rest }) => ({ asn: Number(asn.slice(2)), ...rest, expires: 1_800_000_000 })),
    bgpsec_keys: [],
  },
  null,
  2,
);

async function tableOf(file: string) {
  const vrps = await vrpsOf(file);
  assert.ok(vrps.ok, vrps.ok ? '' : vrps.problem);
  return vrps;
}

test('the lists of both validators give the covering payloads of a route, with the creation time', async () => {
  for (const [name, text, madeMs] of [
    ['routinator.json', routinator, 1_795_000_000_000],
    ['rpki-client.json', rpkiClient, Date.UTC(2026, 10, 18, 12)],
  ] as const) {
    for (const file of [write(name, text), write(`${name}.gz`, gzipSync(text))]) {
      const vrps = await tableOf(file);
      assert.equal(vrps.madeMs, madeMs);
      assert.equal(vrps.table.rows, 5);
      assert.deepEqual(
        vrps.table.covering('192.0.2.80', 24, []).map(({ prefix, system }) => `${prefix} ${system}`),
        ['192.0.2.0/24 64500', '192.0.0.0/16 64501', '192.0.0.0/16 64502', '0.0.0.0/0 0'],
      );
      assert.deepEqual(
        vrps.table.covering('192.0.2.80', 20, []).map(({ system }) => system),
        [64_501, 64_502, 0],
      );
      assert.deepEqual(vrps.table.covering('2001:db8::80', 48, []), [
        { prefix: '2001:db8::/32', system: 64_510, maxLength: 48 },
      ]);
      assert.deepEqual(vrps.table.covering('2001:db9::80', 48, []), []);
    }
  }
});

test('a list of many slices is read whole', async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => ({
    asn: `AS${at}`,
    prefix: `10.${at >> 8}.${at & 255}.0/24`,
    maxLength: 24,
    ta: 'lab',
  }));
  const { table } = await tableOf(write('many.json', JSON.stringify({ roas: many })));
  assert.equal(table.rows, 20_000);
  assert.deepEqual(table.covering('10.78.31.1', 24, []), [{ prefix: '10.78.31.0/24', system: 19_999, maxLength: 24 }]);
});

test('of many covering payloads, the one that makes the route valid is kept', async () => {
  const others = Array.from({ length: 60 }, (_, at) => ({ asn: 65_000 + at, prefix: '10.1.2.0/24', maxLength: 24 }));
  const own = { asn: 64_500, prefix: '10.1.0.0/16', maxLength: 24 };
  const { table } = await tableOf(write('overlapping.json', JSON.stringify({ roas: [...others, own] })));
  const found = table.covering('10.1.2.9', 24, [65_001, 64_500]);
  assert.equal(found.length, 50);
  for (const [system, state] of [
    [64_500, 'valid'],
    [65_001, 'valid'],
    [64_999, 'invalid'],
  ] as const)
    assert.equal(routeState('10.1.2.0/24', system, found).state, state);
});

for (const [what, data, problem] of [
  ['half', gzipSync(routinator).subarray(0, 60), 'it ends before its gzip data does'],
  ['another', Buffer.from(routinator), 'it is no gzip file'],
] as const)
  test(`a file of payloads that is ${what === 'half' ? 'a truncated gzip file' : 'missing'} is reported as such`, async () =>
    assert.deepEqual(await vrpsOf(write(`${what}.json.gz`, data)), { ok: false, problem }));

const bad = Array.from({ length: vrpLimits.badRows + 1 }, () => ({ asn: 'x', prefix: 'y', maxLength: 1 }));
for (const [what, text, problem] of [
  ['no JSON', 'nonsense', /no list "roas"/],
  ['an empty list', '{"roas":[]}', /holds no payloads/],
  ['half a list', routinator.slice(0, routinator.indexOf('AS64510') + 80), /ends before its list/],
  ['a list without its last bracket', '{"roas":[{"asn":1,"prefix":"10.0.0.0/24"}', /ends before its list/],
  ['another form', '{"roas":{"a":1}}', /no list "roas"/],
  ['rows that are none', JSON.stringify({ roas: bad }), /of its rows are none/],
  ['a row without end', `{"roas":[{"asn":"${'9'.repeat(300_000)}`, /longer than/],
  [
    'lengths that contradict',
    JSON.stringify({ roas: [{ asn: 1, prefix: '10.0.0.0/24', maxLength: 8 }] }),
    /no payloads/,
  ],
] as const)
  test(`${what} is not a list of payloads`, async () => {
    const vrps = await vrpsOf(write(`${what.replaceAll(' ', '-')}.json`, text));
    assert.ok(!vrps.ok);
    assert.match(vrps.problem, problem);
  });
