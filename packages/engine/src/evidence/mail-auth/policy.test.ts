import assert from 'node:assert/strict';
import { test } from 'node:test';
import { discoverDmarc } from '@perimeter/protocols/dmarc/discover';
import { policySentences } from './policy.ts';

/** What the sentences behind those of the three classes say, for records by the domain that they stand at. */
async function sourceOf(domain: string, records: Readonly<Record<string, readonly string[] | null>>) {
  const lookup = async (name: string) => {
    const found = records[name.replace('_dmarc.', '')];
    return found === undefined ? [] : found;
  };
  return policySentences(await discoverDmarc(domain, lookup)).slice(3);
}

const reject = 'v=DMARC1; p=reject';

test('a policy of the domain itself needs no source', async () => {
  assert.deepEqual(await sourceOf('site.lab', { 'site.lab': [reject] }), []);
  assert.deepEqual(await sourceOf('site.lab', {}), []);
});

test('a policy from above names its domain', async () => {
  assert.deepEqual(await sourceOf('a.site.lab', { 'site.lab': [reject] }), ['The policy is that of site.lab.']);
});

test('what receivers of RFC 7489 do is said where the Public Suffix List leads to another record', async () => {
  const instead = 'Receivers of RFC 7489 take';
  assert.deepEqual(
    await sourceOf('a.team.site.lab', { 'team.site.lab': [`${reject}; psd=n`], 'site.lab': ['v=DMARC1; p=none'] }),
    [
      'The policy is that of team.site.lab.',
      `${instead} that of site.lab instead: there, forged mail from a.team.site.lab is delivered as usual.`,
    ],
  );
  assert.deepEqual(await sourceOf('site.lab', { lab: [`${reject}; psd=y`] }), [
    'The policy is that of lab.',
    `${instead} no policy instead: there, forged mail from site.lab is delivered as usual.`,
  ]);
  assert.deepEqual(await sourceOf('a.site.lab', { 'a.site.lab': [reject, reject], 'site.lab': [reject] }), [
    'The policy is that of site.lab.',
    `${instead} no policy instead: there, forged mail from a.site.lab is delivered as usual.`,
  ]);
});

test('nothing is said of sources while a name has no answer', async () => {
  assert.deepEqual(await sourceOf('a.site.lab', { 'site.lab': [reject], lab: null }), []);
});

test('nothing is said of what receivers do while a name that decides has no answer', async () => {
  for (const records of [
    { 'a.site.lab': null, 'site.lab': [reject] },
    { 'site.lab': [reject], lab: null },
  ])
    assert.deepEqual(
      policySentences(
        await discoverDmarc('a.site.lab', async (name) => new Map(Object.entries(records)).get(name.slice(7)) ?? null),
      ),
      [],
    );
});
