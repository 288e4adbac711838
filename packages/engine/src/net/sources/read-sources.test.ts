import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultSources, readSources } from './read-sources.ts';

const read = (text: string) => readSources({ PERIMETER_SOURCES: text });
const key = 'qz7plwk2vxn9tsrb4yhj6mdf';

test('only registries are enabled by default, and `none` disables them', () => {
  assert.deepEqual(readSources({}), { ok: true, value: defaultSources });
  assert.deepEqual(read('none'), { ok: true, value: { registries: false, cymru: false, blockLists: [] } });
  assert.deepEqual(read('rdap, cymru'), { ok: true, value: { registries: true, cymru: true, blockLists: [] } });
});

test('a key enables both Spamhaus lists, and is never shown', () => {
  const found = read(`dqs:${key}`);
  assert.ok(found.ok);
  const { blockLists } = found.value;
  assert.deepEqual(
    blockLists.map(({ about, zone }) => [about, zone]),
    [
      ['address', `${key}.zen.dq.spamhaus.net`],
      ['domain', `${key}.dbl.dq.spamhaus.net`],
    ],
  );
  assert.ok(blockLists.every(({ shown }) => !shown.includes(key)));
});

test('zones may be named, and a key in a zone is not shown', () => {
  const found = read(`address-list:ip.list.lab,domain-list:${key}.list.lab.`);
  assert.ok(found.ok);
  assert.deepEqual(
    found.value.blockLists.map(({ about, zone, shown }) => [about, zone, shown]),
    [
      ['address', 'ip.list.lab', 'ip.list.lab'],
      ['domain', `${key}.list.lab`, '<key>.list.lab'],
    ],
  );
});

for (const [text, isSpamhaus, testPoint] of [
  ['address-list:zen.spamhaus.org', true, 'dbltest.com'],
  ['domain-list:dbl.spamhaus.org', true, 'dbltest.com'],
  [`address-list:${key}.zen.dq.spamhaus.net`, true, 'dbltest.com'],
  ['address-list:zen.notspamhaus.org', false, 'test'],
  ['domain-list:spamhaus.org.list.lab', false, 'test'],
] as const)
  test(`"${text.replace(key, 'KEY')}" is ${isSpamhaus ? 'a Spamhaus list' : 'not a Spamhaus list'}`, () => {
    const found = read(text);
    assert.ok(found.ok);
    assert.deepEqual(
      found.value.blockLists.map((list) => [list.isSpamhaus, list.testPoint]),
      [[isSpamhaus, testPoint]],
    );
  });

for (const text of [
  'all',
  'rdap,none',
  'dqs:',
  `dqs:${key}!`,
  'address-list:lab',
  'domain-list:a..b',
  ',',
  `zen:${key}`,
])
  test(`"${text}" is rejected without repeating it`, () => {
    const found = read(text);
    assert.ok(!found.ok);
    assert.match(found.problem, /^PERIMETER_SOURCES: entry \d is not rdap, cymru/);
    assert.ok(!found.problem.includes(key));
  });
