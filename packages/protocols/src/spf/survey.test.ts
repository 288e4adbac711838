import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMsOf } from '../testing/cpu-time.ts';
import type { SpfLookup } from './lookup.ts';
import { blockOf, uniteBlocks } from './address-blocks.ts';
import { sendersOf } from './senders.ts';
import { surveySpf } from './survey.ts';
import type { SpfNode } from './survey-tree.ts';
import { judgeSurvey, type SpfSurveyVerdict } from './survey-verdict.ts';
import { scriptedLookup, type ZoneData } from './testing/zone-data.ts';

const includes = (count: number): string => Array.from({ length: count }, (_, n) => `include:i${n}.lab`).join(' ');

const zones: ZoneData = {
  ...Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => [`i${n}.lab`, [{ TXT: `v=spf1 ip4:198.51.100.${n} -all` }]]),
  ),
  'none.lab': [{ TXT: 'something else' }],
  'two.lab': [{ TXT: 'v=spf1 -all' }, { TXT: 'v=spf1 ~all' }],
  'syntax.lab': [{ TXT: 'v=spf1 ipv4:192.0.2.1 include: -all' }],
  'ten.lab': [{ TXT: `v=spf1 ${includes(10)} -all` }],
  'eleven.lab': [{ TXT: `v=spf1 ${includes(11)} -all` }],
  'wide.lab': [{ TXT: `v=spf1 ${includes(60)} -all` }],
  'hidden.lab': [{ TXT: 'v=spf1 ip4:192.0.2.1 -all include:nowhere.lab' }],
  'redirect-all.lab': [{ TXT: 'v=spf1 redirect=nowhere.lab -all' }],
  'redirect.lab': [{ TXT: 'v=spf1 a redirect=i1.lab' }, { A: '192.0.2.9' }],
  'include-none.lab': [{ TXT: 'v=spf1 include:none.lab -all' }],
  'loop.lab': [{ TXT: 'v=spf1 include:loop2.lab -all' }],
  'loop2.lab': [{ TXT: 'v=spf1 include:LOOP.lab -all' }],
  'void3.lab': [{ TXT: 'v=spf1 a:i1.lab a:i2.lab a:i3.lab -all' }],
  'four-only.lab': [{ TXT: 'v=spf1 a:four.lab a:four.lab a:four.lab mx:four.lab -all' }],
  'four.lab': [{ A: '192.0.2.4' }, { MX: [0, 'four.lab'] }],
  'mx11.lab': [{ TXT: 'v=spf1 mx -all' }, ...Array.from({ length: 11 }, (_, n) => ({ MX: [n, `i${n}.lab`] }))],
  'macro.lab': [{ TXT: 'v=spf1 include:%{i}.x.lab exists:%{d1r}.i.lab -all' }],
  'silent.lab': ['TIMEOUT'],
  'late.lab': [{ TXT: 'v=spf1 include:silent.lab -all' }],
  'halves.lab': [{ TXT: 'v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 ip6:2001:db8::/32 -all' }],
  'open.lab': [{ TXT: 'v=spf1 include:plus.lab -all' }],
  'plus.lab': [{ TXT: 'v=spf1 +all' }],
};

const judge = async (domain: string): Promise<SpfSurveyVerdict> =>
  judgeSurvey(await surveySpf(domain, scriptedLookup(zones)));

const verdicts: readonly (readonly [domain: string, result: string, lookups: number, fault: string | null])[] = [
  ['none.lab', 'none', 0, null],
  ['two.lab', 'permerror', 0, 'several-records'],
  ['syntax.lab', 'permerror', 0, 'syntax'],
  ['ten.lab', 'valid', 10, null],
  ['eleven.lab', 'permerror', 11, 'too-many-lookups'],
  ['hidden.lab', 'valid', 0, null],
  ['redirect-all.lab', 'valid', 0, null],
  ['redirect.lab', 'valid', 2, null],
  ['include-none.lab', 'permerror', 1, 'no-record'],
  ['loop.lab', 'permerror', 2, 'loop'],
  ['void3.lab', 'permerror', 3, 'too-many-voids'],
  ['four-only.lab', 'permerror', 4, 'too-many-voids'],
  ['mx11.lab', 'permerror', 1, 'too-many-names'],
  ['macro.lab', 'unknown', 2, null],
  ['silent.lab', 'unknown', 0, null],
  ['late.lab', 'unknown', 1, null],
];
for (const [domain, result, lookups, fault] of verdicts) {
  test(`${domain}: ${result}${fault === null ? '' : `, ${fault}`}`, async () => {
    const verdict = await judge(domain);
    assert.equal(verdict.result, result);
    assert.equal(verdict.counts.lookups, lookups);
    assert.equal(verdict.faults[0]?.problem.kind ?? null, fault);
  });
}

test('a name is asked once, however often it is named, and counted each time', async () => {
  const asked: string[] = [];
  const scripted = scriptedLookup(zones);
  const lookup: SpfLookup = async (name, type) => {
    asked.push(`${type} ${name}`);
    return scripted(name, type);
  };
  const { counts } = judgeSurvey(await surveySpf('four-only.lab', lookup));
  assert.deepEqual(counts, { lookups: 4, voids4: 0, voids6: 4, complete: true });
  assert.deepEqual(asked, ['TXT four-only.lab', 'A four.lab', 'AAAA four.lab', 'MX four.lab']);
});

test('a wide tree ends at the limits of the survey, and says so', async () => {
  const tree = await surveySpf('wide.lab', scriptedLookup(zones));
  const capped = tree.terms.filter(({ child }) => child?.problem?.kind === 'capped');
  assert.equal(capped.length, 21);
  assert.equal(judgeSurvey(tree).result, 'permerror');
});

test('who may send is the union of all ranges, each with its way', async () => {
  const senders = sendersOf(await surveySpf('halves.lab', scriptedLookup(zones)));
  assert.equal(senders.complete, true);
  assert.deepEqual(uniteBlocks(senders.passing), [
    { family: 4, first: 0n, last: 0xffffffffn },
    { family: 6, first: 0x20010db8n << 96n, last: (0x20010db9n << 96n) - 1n },
  ]);
  const open = sendersOf(await surveySpf('open.lab', scriptedLookup(zones)));
  assert.deepEqual(open.everybody, ['plus.lab']);
  const ten = sendersOf(await surveySpf('ten.lab', scriptedLookup(zones)));
  assert.deepEqual(ten.ranges[3], { range: '198.51.100.3', path: ['ten.lab', 'i3.lab'] });
  assert.equal(sendersOf(await surveySpf('macro.lab', scriptedLookup(zones))).complete, false);
});

test('blocks that touch or overlap become one, others stay', () => {
  assert.deepEqual(uniteBlocks(['192.0.2.2/31', '192.0.2.1', '192.0.2.9', '192.0.2.3/32'].map(blockOf)), [
    { family: 4, first: 0xc0000201n, last: 0xc0000203n },
    { family: 4, first: 0xc0000209n, last: 0xc0000209n },
  ]);
});

test('39 records of 1,500 ranges, every third of which refuses, are evaluated in order', () => {
  const counts = { lookups: 0, voids4: 0, voids6: 0, complete: true };
  const rest = { target: null, dynamic: false, ignored: false, counts, tooManyNames: false } as const;
  const child = (at: number): SpfNode => ({
    domain: `i${at}.lab`,
    text: '',
    problem: null,
    terms: Array.from({ length: 1_500 }, (_, n) => {
      const range = `${at}.${n % 64}.${Math.floor(n / 64)}.0/24`;
      const qualifier = n % 3 === 0 ? ('fail' as const) : ('pass' as const);
      return { ...rest, text: `ip4:${range}`, kind: 'ip4' as const, qualifier, ranges: [range], child: null };
    }),
  });
  const terms = Array.from({ length: 39 }, (_, n) => {
    const text = `include:i${n}.lab`;
    return { ...rest, text, kind: 'include' as const, qualifier: 'pass' as const, ranges: [], child: child(n) };
  });
  let passing: readonly unknown[] = [];
  const tookMs = cpuMsOf(() => ({ passing } = sendersOf({ domain: 'x.lab', text: '', problem: null, terms })));
  assert.equal(passing.length, 39 * 1_000);
  assert.ok(tookMs < 7_000, `${tookMs} ms`);
});
